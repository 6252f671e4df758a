import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const TOKEN = '123456789:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ';
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://vanags.example', BOT_TOKEN: TOKEN };

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('settings', () => {
  it('need nothing but a way to turn the bot off', () => {
    const config = loadConfig({ BOT_MODE: 'off' });
    expect(config.database).toEqual({ url: null, dataDir: '.data', migrateOnStart: true });
    expect(config.source).toEqual({ kind: 'none' });
    expect(config.http.publicUrl).toBe('http://localhost:3000');
  });

  it('treat an empty variable as unset', () => {
    expect(loadConfig({ BOT_MODE: 'off', DATABASE_URL: '' }).database.url).toBeNull();
  });

  it('name every fault at once and never a value', () => {
    const faults = faultsOf({
      PORT: 'eighty',
      BOT_TOKEN: 'hunter2-token',
      DATABASE_URL: 'mysql://hunter2@db',
      BOT_MODE: 'on',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'BOT_TOKEN', 'BOT_MODE']);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('ask for a token where a bot runs, and for a secret where updates are pushed', () => {
    expect(faultsOf({})).toEqual(['BOT_TOKEN: is needed with BOT_MODE=polling']);
    expect(faultsOf({ BOT_MODE: 'webhook', BOT_TOKEN: TOKEN })).toEqual([
      'WEBHOOK_SECRET: is needed with BOT_MODE=webhook',
      'PUBLIC_URL: is needed with BOT_MODE=webhook',
    ]);
  });

  it('know an address by its plain spelling', () => {
    const config = loadConfig({ BOT_MODE: 'off', PUBLIC_URL: 'https://Vanags.Example:443/' });
    expect(config.http.publicUrl).toBe('https://vanags.example');
  });

  it.each([
    [{ PUBLIC_URL: 'https://vanags.example/app' }, 'PUBLIC_URL: must be an address without a path'],
    [{ TELEGRAM_WEB_ORIGIN: 'https://web.example/;x' }, 'TELEGRAM_WEB_ORIGIN: must be an address without a path'],
    [{ DATABASE_URL: 'postgresql://localhost' }, 'DATABASE_URL: must name a database'],
    [{ DATABASE_URL: 'nowhere' }, 'DATABASE_URL: is not a valid address'],
    [{ PUBLIC_URL: 'nowhere' }, 'PUBLIC_URL: is not a valid address'],
    [{ SOURCE: 'ss-lv', SOURCE_URL: 'nowhere' }, 'SOURCE_URL: must be an http or https address with SOURCE=ss-lv'],
    [{ CONTACT_PHONE: '1' }, 'CONTACT_PHONE: must be at least 3 characters'],
  ])('say what is wrong with %j', (given, fault) => {
    expect(faultsOf({ BOT_MODE: 'off', ...given })).toEqual([fault]);
  });

  it('refuse what is unsafe in production', () => {
    expect(faultsOf(production)).toEqual([]);
    expect(faultsOf({ ...production, PUBLIC_URL: 'http://vanags.example' })).toEqual([
      'PUBLIC_URL: must be https in production',
    ]);
    expect(faultsOf({ ...production, RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS: cannot be off in production']);
    expect(faultsOf({ ...production, DEV_LOGIN_SECRET: 'x'.repeat(31) })).toHaveLength(1);
  });
});

describe('the proxies that are believed', () => {
  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('%j', (given, proxies) => {
    expect(loadConfig({ BOT_MODE: 'off', TRUSTED_PROXY: given }).http.trustedProxies).toEqual(proxies);
  });

  it.each(['true', '*', '1', '10.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '::/0', 'fd00::/8/8', 'proxy.example'])(
    'are not %j',
    (given) => {
      expect(faultsOf({ BOT_MODE: 'off', TRUSTED_PROXY: given }).join()).toContain('TRUSTED_PROXY');
    },
  );

  it('are nobody unless told', () => {
    expect(loadConfig({ BOT_MODE: 'off' }).http.trustedProxies).toEqual([]);
  });
});

describe('.env.example', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);

  it('documents every setting once, and beside them what docker-compose.yml asks for', () => {
    const settings = Object.keys(environmentSchema.shape);
    expect(documented.toSorted()).toEqual([...settings, 'POSTGRES_PASSWORD', 'SITE'].toSorted());
  });

  it('gives values that the service accepts', () => {
    const uncommented = text.replace(/^# ?(?=[A-Z][A-Z_]+=)/gm, '');
    expect(faultsOf(parseEnv(uncommented) as Record<string, string>)).toEqual([]);
  });
});
