import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT, readWorkflows, workflowFaults } from './workflows.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts, dependencies, devDependencies, optionalDependencies } = z
  .record(z.string(), z.unknown())
  .transform(
    (it) =>
      it as Record<'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>,
  )
  .parse(JSON.parse(read('package.json')));
const workflows = readWorkflows();

test('the linter of workflows finds nothing', async () => {
  expect(workflows.length).toBeGreaterThan(2);
  expect(await workflowFaults(workflows)).toEqual([]);
});

test('the linter would find a fault', async () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo $' + '{{ github.evnt }}\n';
  expect(await workflowFaults([{ file: 'x.yml', text }])).toHaveLength(1);
});

const workflowSchema = z.object({
  permissions: z.record(z.string(), z.literal('read')),
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});

/** What jobs may beyond reading: they publish. */
const MAY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'release.yml image': { contents: 'read', packages: 'write' },
  'release.yml release': { contents: 'write' },
};

test.each(workflows)(
  '$file may only read, but for the jobs that publish, and cannot run for ever',
  ({ file, text }) => {
    const { jobs } = workflowSchema.parse(parse(text));
    for (const [name, { permissions }] of Object.entries(jobs))
      expect([name, permissions]).toEqual([name, MAY[`${path.basename(file)} ${name}`]]);
    for (const { uses } of Object.values(jobs).flatMap(({ steps }) => steps))
      if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  },
);

test.each(workflows)('$file runs scripts that are there', ({ text }) => {
  const called = [...text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g)].map(([, name]) => name);
  for (const name of called) expect(Object.keys(scripts)).toContain(name);
});

const fieldSchema = z.object({
  type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
  id: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  attributes: z.object({
    label: z.string().optional(),
    value: z.string().optional(),
    options: z.array(z.unknown()).optional(),
  }),
});
const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(fieldSchema).min(1),
});
const FORMS = readdirSync(path.join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');

test.each(FORMS)('the form %s asks for something, by names of its own', (name) => {
  const { body } = formSchema.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)));
  const questions = body.filter(({ type }) => type !== 'markdown');
  expect(questions.length).toBeGreaterThan(0);
  expect(questions.every(({ id, attributes }) => id && attributes.label)).toBe(true);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  for (const { type, attributes } of body) {
    if (type === 'markdown') expect(attributes.value).toBeTruthy();
    if (type === 'dropdown' || type === 'checkboxes') expect(attributes.options?.length).toBeGreaterThan(0);
  }
});

test('the forms have names of their own, and the chooser leads to the private way', () => {
  const names = FORMS.map((name) => parse(read(`.github/ISSUE_TEMPLATE/${name}`)).name);
  expect(new Set(names).size).toBe(names.length);
  const { contact_links } = parse(read('.github/ISSUE_TEMPLATE/config.yml'));
  expect(contact_links[0].url).toMatch(/^https:/);
});

test('every pattern of the dependency updates means a package that is used', () => {
  const { version, updates } = z
    .object({
      version: z.literal(2),
      updates: z.array(
        z.object({
          'package-ecosystem': z.string(),
          directory: z.literal('/'),
          schedule: z.object({ interval: z.enum(['daily', 'weekly', 'monthly']) }),
          groups: z.record(z.string(), z.object({ patterns: z.array(z.string()) })).default({}),
          ignore: z.array(z.object({ 'dependency-name': z.string() })).default([]),
        }),
      ),
    })
    .parse(parse(read('.github/dependabot.yml')));
  expect(version).toBe(2);
  const npm = updates.filter((update) => update['package-ecosystem'] === 'npm');
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const patterns = npm.flatMap(({ groups, ignore }) => [
    ...Object.values(groups).flatMap((group) => group.patterns),
    ...ignore.map((rule) => rule['dependency-name']),
  ]);
  const unused = patterns.filter((pattern) => !packages.some((name) => path.matchesGlob(name, pattern)));
  expect(unused).toEqual([]);
});
