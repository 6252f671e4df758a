import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiError, ApiSuccess } from 'grammy/types';
import { BotApiError, badCall } from './bot-api-error.ts';
import type { CallValidator } from './call-validator.ts';
import type { CallContext, TelegramContext } from './context.ts';
import { allMethods } from './methods/all-methods.ts';
import type { UploadedFile } from './photo-store.ts';
import { type RequestBody, readBody } from './request-body.ts';
import type { Fault, RecordedCall } from './types.ts';
import type { PollRequest } from './update-queue.ts';

type Answer = { status: number; body: ApiSuccess<unknown> | ApiError };
type Payload = Record<string, unknown>;

/** The Bot API over HTTP: `/bot<token>/<method>`. */
export class BotApi {
  readonly #context: TelegramContext;
  readonly #validator: CallValidator;

  constructor(context: TelegramContext, validator: CallValidator) {
    this.#context = context;
    this.#validator = validator;
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, token, name] = /^\/bot([^/]*)\/(\w+)$/.exec(url.pathname) ?? [];
    if (!token || !name) return send(response, failure(404, 'Not Found'));
    if (decodeURIComponent(token) !== this.#context.token) return send(response, failure(401, 'Unauthorized'));
    const method = this.#validator.methodName(name);
    if (!method) this.#context.log.violation(name, {}, 'Not Found: method not found');
    if (!method) return send(response, failure(404, 'Not Found: method not found'));
    const body = await this.#read(request, url, method);
    if (!body) return send(response, failure(400, "Bad Request: can't parse the request body"));
    const payload = body.json ?? this.#validator.parseFields(method, body.fields);
    if (method === 'getUpdates') return this.#poll(response, payload as PollRequest);
    return this.#call(response, method, payload, body.files);
  }

  async #read(request: IncomingMessage, url: URL, method: string): Promise<RequestBody | undefined> {
    try {
      return await readBody(request, url.searchParams);
    } catch (error) {
      this.#context.log.violation(method, {}, `The body cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  async #call(response: ServerResponse, method: string, payload: Payload, files: UploadedFile[]): Promise<void> {
    const { log, faults } = this.#context;
    const recorded = files.map(({ field, name, content }) => ({ field, name, size: content.length }));
    const call = log.begin(method, payload, recorded);
    try {
      const fault = faults.take(method, call.chatId);
      if (fault && isRefusal(fault)) return this.#refuse(response, call, fault);
      const answer = this.#execute(call, files);
      await sendFaulty(response, answer, call, fault);
    } finally {
      log.end(call);
    }
  }

  #refuse(response: ServerResponse, call: RecordedCall, fault: Fault): void {
    call.outcome = 'dropped';
    if (fault.kind === 'error') {
      const { error_code, description } = faultAnswer(fault).body;
      call.outcome = 'refused';
      call.error = { code: error_code, description };
      if (fault.retryAfter && call.chatId !== undefined) this.#context.log.hold(call.chatId, fault.retryAfter);
    }
    sendRefusal(response, fault);
  }

  #execute(call: RecordedCall, files: UploadedFile[]): Answer {
    try {
      const result = this.#run(call, files);
      call.outcome = 'accepted';
      // Told at once: a fault may keep the answer back for long.
      this.#context.hub.emit({ type: 'call-changed' });
      return { status: 200, body: { ok: true, result } };
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      if (error.isViolation) this.#context.log.violation(call.method, call.payload, error.message);
      call.outcome = 'refused';
      call.error = { code: error.code, description: error.message };
      return failure(error.code, error.message, error.parameters);
    }
  }

  #run(call: RecordedCall, files: UploadedFile[]): unknown {
    const fault = this.#validator.check(call.method, call.payload);
    if (fault) throw badCall(fault);
    const method = allMethods[call.method as keyof typeof allMethods] as
      | ((context: CallContext, args: Payload) => unknown)
      | undefined;
    if (!method) throw new BotApiError(404, `Not Found: the emulator does not know ${call.method}`, true);
    return method({ ...this.#context, files, call }, call.payload);
  }

  async #poll(response: ServerResponse, payload: PollRequest): Promise<void> {
    const { faults, updates, log } = this.#context;
    const hungUp = new AbortController();
    response.on('close', () => hungUp.abort());
    const fault = faults.take('getUpdates', undefined);
    if (fault && isRefusal(fault)) return sendRefusal(response, fault);
    try {
      const wrong = this.#validator.check('getUpdates', payload as Payload);
      if (wrong) log.violation('getUpdates', payload as Payload, wrong);
      if (wrong) throw badCall(wrong);
      const answer: Answer = { status: 200, body: { ok: true, result: await updates.poll(payload, hungUp.signal) } };
      await sendFaulty(response, answer, undefined, fault);
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      send(response, failure(error.code, error.message, error.parameters));
    }
  }
}

function isRefusal(fault: Fault): boolean {
  return fault.kind === 'error' || fault.kind === 'reset-before' || fault.kind === 'html-502';
}

function sendRefusal(response: ServerResponse, fault: Fault): void {
  if (fault.kind === 'reset-before') response.destroy();
  else if (fault.kind === 'html-502') sendHtml502(response);
  else send(response, faultAnswer(fault));
}

function faultAnswer(fault: Fault) {
  const code = fault.errorCode ?? 500;
  const usual = fault.retryAfter ? `Too Many Requests: retry after ${fault.retryAfter}` : 'Internal Server Error';
  const parameters = fault.retryAfter === undefined ? undefined : { retry_after: fault.retryAfter };
  return { ...failure(code, fault.description ?? usual, parameters), status: fault.httpStatus ?? code };
}

/** Answers a call that was carried out, in the way the fault demands. */
async function sendFaulty(
  response: ServerResponse,
  answer: Answer,
  call: RecordedCall | undefined,
  fault: Fault | undefined,
): Promise<void> {
  const isSilent = fault?.kind === 'reset-after' || fault?.kind === 'hang-after' || fault?.kind === 'invalid-json';
  if (call && isSilent) call.ambiguous = call.outcome === 'accepted';
  if (fault?.kind === 'reset-after') return void response.destroy();
  if (fault?.kind === 'hang-after') return new Promise((resolve) => response.on('close', resolve));
  if (fault?.kind === 'invalid-json') return void response.writeHead(200, jsonType).end('{"ok":true,"result":{');
  if (fault?.kind === 'slow') await delay(fault.ms ?? 0);
  send(response, answer);
}

const jsonType = { 'content-type': 'application/json' };

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, jsonType).end(JSON.stringify(body));
}

function sendHtml502(response: ServerResponse): void {
  const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
  response.writeHead(502, { 'content-type': 'text/html' }).end(page);
}

function failure(
  code: number,
  description: string,
  parameters?: ApiError['parameters'],
): { status: number; body: ApiError } {
  const body = { ok: false as const, error_code: code, description, ...(parameters ? { parameters } : {}) };
  return { status: code, body };
}
