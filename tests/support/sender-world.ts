import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { createTelegramSender } from '#bot/delivery/telegram-sender.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { createLogger } from '#core/logger.ts';
import type { AlertContent, MessageContent, MessageSender, SendResult } from '#core/notifications/message-sender.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { Fault, TelegramEmulator } from '#tools/telegram-emulator/types.ts';
import { unknownCar } from './ad-builders.ts';
import { createTestClock } from './test-clock.ts';

const texts = createI18n(loadResources());
const clock = createTestClock('2026-11-20T12:00:00Z');

/** The product's sender before the emulated Telegram, with one person who has opened the chat. */
export class SenderWorld {
  readonly anna = 5001;
  readonly alert: AlertContent = {
    adId: 345,
    url: 'https://www.ss.lv/msg/lv/transport/cars/volvo/v60/abcde.html',
    title: 'Volvo V60',
    photo: 'https://i.ss.lv/gallery/car.800.jpg',
    facts: { ...unknownCar, brand: 'volvo', model: 'v60', price: 13_490, year: 2018, area: 'ogre' },
    since: new Date('2026-11-20T11:57:00Z'),
    occasion: 'price_drop',
    price: 13_490,
    oldPrice: 14_500,
    filters: [{ id: 12, name: 'Volvo ģimenei' }],
  };
  readonly emulator: TelegramEmulator;
  sender: MessageSender;
  #log = '';

  private constructor(emulator: TelegramEmulator) {
    this.emulator = emulator;
    this.sender = this.aSender();
  }

  static async open(): Promise<SenderWorld> {
    return new SenderWorld(await startTelegramEmulator());
  }

  /** Forgets what happened before. */
  reset(): void {
    this.emulator.clear();
    this.emulator.start(this.anna);
    this.#log = '';
    this.sender = this.aSender();
  }

  /** Nothing that Telegram forbids was sent, and nothing that is nobody's business logged. */
  check(): void {
    expect(this.emulator.violations()).toEqual([]);
    expect(this.#log).not.toContain(this.emulator.token);
    expect(this.#log).not.toContain('Volvo');
  }

  aSender(given: { apiRoot?: string; token?: string; callMs?: number } = {}): MessageSender {
    const { apiRoot = this.emulator.url, token = this.emulator.token, callMs = 10_000 } = given;
    const write = (chunk: unknown, _encoding: string, done: () => void) => {
      this.#log += String(chunk);
      done();
    };
    const telegram = { token, apiRoot, webOrigin: apiRoot, linkOrigin: 'https://t.me', initDataMaxAgeS: 86_400 };
    const logger = createLogger('trace', new Writable({ write }));
    return createTelegramSender(telegram, { texts, publicUrl: 'https://vanags.example', clock, logger, callMs });
  }

  send(content: MessageContent, locale: 'lv' | 'en' | 'ru' = 'lv'): Promise<SendResult> {
    return this.sender.send({ chatId: this.anna, locale, timeZone: 'Europe/Riga', content });
  }

  sendAlert(change: Partial<AlertContent> = {}): Promise<SendResult> {
    return this.send({ kind: 'alert', alert: { ...this.alert, ...change } });
  }

  /** The next call of the method is answered with an error. */
  refuse(method: string, fault: Partial<Fault> = {}): void {
    this.emulator.fault({ method, kind: 'error', errorCode: 400, description: 'Bad Request: wrong file', ...fault });
  }

  methods(): string[] {
    return this.emulator.calls().map(({ method }) => method);
  }
}
