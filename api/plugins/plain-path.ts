/**
 * The path of a request in the plainest of its spellings: without query, decoded, in lower case, with single slashes. For
 * rules that must hold for whatever the router of the pages would still understand.
 */
export function plainPath(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  return decoded(path)
    .toLowerCase()
    .replace(/[\\/]+/g, '/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
