import type { FastifyInstance } from 'fastify';

/** `GET /api/get/user`, by the method and the path with its `:places`. */
export type RouteName = `${string} /${string}`;

/** A branch of the printed tree: how deep, what it adds to the path, and the methods where a route ends in it. */
const BRANCH = /^((?:│ {3}| {4})*)[├└]── (\S+?)(?: \(([A-Z, ]+)\))?$/;
const STEP = 4;

/** Every route that the server knows, with the HEAD that goes with a GET, in no order. */
export function routesOf(app: FastifyInstance): RouteName[] {
  const above: string[] = [];
  const routes: RouteName[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')) {
    const [, indent = '', part = '', methods = ''] = BRANCH.exec(line) ?? unreadable(line);
    above.length = indent.length / STEP;
    above.push(part);
    const path = above.join('');
    for (const method of methods.split(', ').filter(Boolean)) routes.push(nameOf(app, method, path));
  }
  return routes;
}

/** Asks the router itself, so that a tree that is printed in another way one day is not misread. */
function nameOf(app: FastifyInstance, method: string, path: string): RouteName {
  if (!app.hasRoute({ method, url: path })) throw new Error(`there is no route ${method} ${path}`);
  return `${method} ${path as `/${string}`}`;
}

function unreadable(line: string): never {
  throw new Error(`no branch of a tree of routes: ${line}`);
}
