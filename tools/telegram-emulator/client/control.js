/** The control API of the emulator. */

export async function view(name, query = {}) {
  const response = await fetch(`/control/${name}?${new URLSearchParams(query)}`);
  return result(response);
}

export async function act(name, body = {}) {
  const response = await fetch(`/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
  return result(response);
}

/** Calls back for every event, and with `connected` after each (re)connection, when events may have been missed. */
export function listen(onEvent) {
  const source = new EventSource('/control/events');
  source.addEventListener('open', () => onEvent({ type: 'connected' }));
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data)));
}

async function result(response) {
  const value = await response.json();
  if (!response.ok) throw new Error(value?.error ?? `HTTP ${response.status}`);
  return value;
}
