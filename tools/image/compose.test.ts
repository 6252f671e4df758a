import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#core/config.ts';
import { environmentSchema } from '#core/environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly pull_policy?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly volumes: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<'postgres' | 'vanags' | 'vanags-2' | 'caddy', Service>>;
  readonly networks: { readonly inner: unknown; readonly outer: { ipam: { config: { subnet: string }[] } } };
  readonly volumes: Readonly<Record<string, unknown>>;
}

const text = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
const { services, networks, volumes } = parse(text, { merge: true }) as Compose;

/** What is the image's or a file's to say, or makes no sense with a database of its own. */
const NOT_HANDED_OVER = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'RATE_LIMITS', 'ROLE'];

describe('docker-compose.yml', () => {
  it.each([services.vanags, services['vanags-2'], services.caddy])(
    'gives a service no more than it needs',
    (service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        stop_grace_period: '30s',
      });
    },
  );

  it('builds an image once, and never looks elsewhere for what it builds', () => {
    const users = Object.values(services).filter(({ image }) => image === services.vanags.image);
    expect(users.map(({ build, pull_policy }) => build ?? pull_policy)).toEqual(['.', 'never']);
  });

  it('starts the service once the database answers, and the proxy once the service does', () => {
    expect(services.postgres.healthcheck?.test).toContain('pg_isready');
    for (const replica of [services.vanags, services['vanags-2']])
      expect(replica.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services.caddy.depends_on).toEqual({ vanags: { condition: 'service_healthy' } });
  });

  it('hands over every setting there is, and nothing else', () => {
    const settings = Object.keys(environmentSchema.shape).filter((name) => !NOT_HANDED_OVER.includes(name));
    expect(Object.keys(services.vanags.environment).toSorted()).toEqual(settings.toSorted());
  });

  it('needs three settings, and starts with them as the service takes them', () => {
    const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(new Set(needed)).toEqual(new Set(['POSTGRES_PASSWORD', 'PUBLIC_URL', 'BOT_TOKEN']));
    const given: Readonly<Record<string, string>> = {
      POSTGRES_PASSWORD: 'letters',
      PUBLIC_URL: 'https://cars.example.com',
      BOT_TOKEN: `1234567890:${'a'.repeat(35)}`,
    };
    const environment = Object.entries(services.vanags.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):.([^}]*)\}/g, (_, variable: string, or: string) => given[variable] ?? or),
    ]);
    const config = loadConfig({ ...Object.fromEntries(environment), NODE_ENV: 'production' });
    expect(config.database.url).toBe('postgresql://vanags:letters@postgres:5432/vanags');
    expect(config.http).toMatchObject({ trustedProxies: [networks.outer.ipam.config[0]?.subnet], stopDelayS: 5 });
  });

  it('holds no secret', () => {
    for (const { environment } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|TOKEN|SECRET|URL/.test(name)) expect(value).toContain('${');
    }
  });

  it('shows the database to nobody outside, and the service to this machine alone', () => {
    expect(networks.inner).toEqual({ internal: true });
    expect(services.postgres.networks).toEqual(['inner']);
    expect(services.postgres.ports).toBeUndefined();
    expect(services.vanags.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(services['vanags-2'].ports).toBeUndefined();
  });

  it('lets people in by IPv4 alone, over which the proxy sees who they are', () => {
    expect(services.caddy.ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443']);
  });

  it('keeps what must last in volumes that it names, and mounts files that are there', () => {
    for (const volume of Object.values(services).flatMap((service) => service.volumes)) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('.') ? existsSync(path.join(ROOT, source)) : source in volumes).toBe(true);
    }
    // The folder of the image of 18; with another one the data would be gone with the container.
    expect(services.postgres).toMatchObject({ image: 'postgres:18', volumes: ['postgres:/var/lib/postgresql'] });
  });
});
