import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { APP } from './support/world.ts';

const BUILT = fileURLToPath(new URL('../../dist/webapp', import.meta.url));

test('no file that is served holds a token of a bot, and none is a source map', async ({ request }) => {
  const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  const scripts = files.filter((file) => /\.(js|css|html|svg|json)$/.test(file));
  expect(scripts.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(10);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  for (const file of scripts) {
    const answer = await request.get(`${APP}/${file === 'index.html' ? '' : file}`, {
      headers: { accept: '*/*,text/html' },
    });
    expect(answer.status(), file).toBe(200);
    const text = await answer.text();
    expect(text, file).not.toMatch(/\b\d{8,10}:[\w-]{35}\b|bot\d+:/);
    expect(text, file).not.toContain('sourceMappingURL');
  }
});
