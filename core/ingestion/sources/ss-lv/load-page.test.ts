import { describe, expect, it } from 'vitest';
import { SourceError } from '../../ad-source.ts';
import { loadPage } from './load-page.ts';

const ROW = '<tr id="tr_1" class="x y"><td class=a>a</td><td><a href="/x">y</a><br><img src=x></td><td>1</td></tr>';

describe('a page', () => {
  it('may be long', () => {
    expect(loadPage(`<table>${ROW.repeat(2000)}</table>`)('tr')).toHaveLength(2000);
  });

  it('may leave open what closes itself, and some of the rest', () => {
    const list = `<select>${'<option>x'.repeat(1000)}</select><ul>${'<li>x'.repeat(1000)}</ul>${'<p>x<hr>'.repeat(1000)}`;
    const rows = `<table>${'<tr><td><b><font color=red>x<td>y'.repeat(60)}</table>`;
    expect(loadPage(list + rows)('td')).toHaveLength(120);
  });

  // Each of these would keep the parser busy for minutes, or break off its recursion.
  it.each([
    ['elements within each other', '<div>'.repeat(300), ''],
    ['a million elements within each other', '<div>'.repeat(1_000_000), ''],
    ['tables within each other', '<table><tr><td>'.repeat(100_000), ''],
    ['closed elements within each other', '<i>'.repeat(300), 'x'.concat('</i>'.repeat(300))],
    ['letters that are never closed', '<b a>'.repeat(400), '<p>x'.repeat(500_000)],
    ['attributes', `<a ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(' ')}>`, ''],
  ])('that is made of %s is refused', (_what, start, end) => {
    expect(() => loadPage(start + end)).toThrow(SourceError);
  });
});
