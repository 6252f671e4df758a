import { expect, test } from 'vitest';
import { isAtLeast, parseLogLine, readableLine } from './log-line.ts';

test('a line of the log becomes a sentence with its facts', () => {
  const entry = parseLogLine(
    '{"level":40,"time":"2026-05-01T09:00:00Z","area":"delivery","userId":7,"msg":"chat gone"}',
  );
  expect(entry && readableLine(entry)).toBe('warn delivery: chat gone {"userId":7}');
});

test('an error shows where it came from', () => {
  expect(readableLine({ level: 50, msg: 'failed', err: { stack: 'Error: no\n    at here' } })).toBe(
    'error: failed\nError: no\n    at here',
  );
  expect(readableLine({ level: 50, msg: 'failed', err: { type: 'Error' } })).toBe('error: failed\n{"type":"Error"}');
});

test('what is no line of the log is known as such', () => {
  for (const line of ['', 'Debugger listening', '{"half":', '[]', 'null', '{"msg":"none"}'])
    expect(parseLogLine(line)).toBeNull();
});

test('lines are chosen by level', () => {
  expect([30, 40, 50].map((level) => isAtLeast({ level }, 'warn'))).toEqual([false, true, true]);
  expect(isAtLeast({ level: 60 }, 'silent')).toBe(false);
});
