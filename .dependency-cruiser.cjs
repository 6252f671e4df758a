/** The directions of imports, as docs/architecture.md gives them; `npm run arch` fails where one is broken. */
const PRODUCTION = ['^(main|app)[.]ts$', '^(core|api|bot|cli|webapp)/'];
const TESTS = '[.](test|spec)[.]tsx?$';

/** A package that only one place may know. */
const only = (name, packages, places) => ({
  name,
  severity: 'error',
  from: { pathNot: [...places, '^tests/', '^tools/', TESTS] },
  to: { path: packages.map((packageName) => `node_modules/${packageName}/`) },
});

/** A folder of core and the folders of core that it may not reach. */
const apart = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: to, pathNot: '[.]entity[.]ts$' },
});

module.exports = {
  forbidden: [
    {
      name: 'core-is-innermost',
      severity: 'error',
      from: { path: '^core/', pathNot: TESTS },
      to: { path: ['^(api|bot|cli|webapp|tools|tests)/', '^(main|app)[.]ts$'] },
    },
    {
      name: 'pure-folders-are-pure',
      comment: 'Contracts, catalogue and texts are bundled into the browser.',
      severity: 'error',
      from: { path: '^core/(contracts|catalog|i18n)/', pathNot: ['node-resources[.]ts$', TESTS] },
      to: {
        pathNot: ['^core/(contracts|catalog|i18n)/', '^node_modules/(zod|i18next)/'],
      },
    },
    {
      name: 'webapp-is-browser-only',
      severity: 'error',
      from: { path: '^webapp/src/' },
      to: {
        path: ['^(main|app)[.]ts$', '^(core|api|bot|cli|migrations|tools|tests)/'],
        pathNot: '^core/(contracts|catalog|i18n)/(?!node-resources)',
      },
    },
    {
      name: 'adapters-are-apart',
      severity: 'error',
      from: { path: '^(api|bot|cli)/' },
      to: { path: '^(api|bot|cli|webapp)/', pathNot: '^$1/' },
    },
    {
      name: 'adapters-do-not-compose',
      comment: 'Only app.ts, the entry of the command line and the development environment build things.',
      severity: 'error',
      from: { path: '^(api|bot|cli)/', pathNot: ['^cli/main[.]ts$', TESTS] },
      to: { path: ['^(main|app)[.]ts$', '^core/(db/open|ingestion/sources/create-source)[.]ts$'] },
    },
    {
      name: 'sites-are-known-to-the-composition-only',
      severity: 'error',
      from: {
        path: PRODUCTION,
        pathNot: ['^app[.]ts$', '^cli/main[.]ts$', '^core/ingestion/sources/', TESTS],
      },
      to: { path: '^core/ingestion/sources/' },
    },
    {
      name: 'sources-are-apart',
      comment: 'What two of them need stands in the folder above.',
      severity: 'error',
      from: { path: '^core/ingestion/sources/([^/]+)/' },
      to: { path: '^core/ingestion/sources/[^/]+/', pathNot: '^core/ingestion/sources/$1/' },
    },
    {
      name: 'no-development-code-in-production',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TESTS },
      to: { path: '^(tools|tests)/' },
    },
    only('grammy-in-the-bot', ['grammy', '@grammyjs'], ['^bot/']),
    only('fastify-in-the-api', ['fastify', 'fastify-plugin', 'fastify-type-provider-zod', '@fastify'], ['^api/']),
    only('commander-in-the-cli', ['commander'], ['^cli/']),
    only(
      'react-in-the-webapp',
      ['react', 'react-dom', 'react-router', 'react-i18next', '@telegram-apps'],
      ['^webapp/'],
    ),
    only('jotai-through-the-store', ['jotai', 'jotai-tanstack-query'], ['^webapp/src/store[.]ts$']),
    only('sdk-behind-its-folder', ['@telegram-apps/sdk-react'], ['^webapp/src/telegram/']),
    only('sql-in-core', ['@mikro-orm/postgresql', 'pg'], ['^core/', '^migrations/']),
    {
      name: 'entities-know-the-orm-core-only',
      severity: 'error',
      from: { path: '[.]entity[.]ts$' },
      to: { path: 'node_modules/@mikro-orm/postgresql/' },
    },
    apart('ingestion-knows-ads-only', '^core/ingestion/', '^core/(matching|notifications|filters|users|auth)/'),
    apart(
      'ads-know-nobody',
      '^core/ads/',
      '^core/(ingestion/(?!ad-source)|matching|notifications|filters|users|auth)/',
    ),
    apart('notifications-know-nobody', '^core/notifications/', '^core/(matching|ingestion|filters|users|auth)/'),
    apart('filters-know-limits-only', '^core/filters/', '^core/(matching|notifications|ingestion|ads|users|auth)/'),
    apart('limits-know-nobody', '^core/limits/', '^core/(matching|notifications|ingestion|ads|users|auth|filters)/'),
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['[.]d[.]ts$', TESTS, '[.](config|cjs)$', '^tools/', '^webapp/src/vite-env'] },
      to: {},
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
