import type {
  AlertContent,
  MessageSender,
  OutgoingMessage,
  ProbeAnswer,
  SendResult,
} from '#core/notifications/message-sender.ts';

/** Stands at the port to Telegram: records what arrives and answers as scripted, else that it was sent. */
export class RecordingSender implements MessageSender {
  readonly timeoutMs: number = 10_000;
  /** Every call, also those that were refused. */
  readonly calls: OutgoingMessage[] = [];
  /** What reached a chat. */
  readonly arrived: OutgoingMessage[] = [];
  /** What a probe is told, and how often one asked. */
  probeAnswer: ProbeAnswer = 'answers';
  probes = 0;
  inFlight = 0;
  maxInFlight = 0;
  /** Called before each answer; a promise keeps the send in flight. */
  beforeAnswer: (message: OutgoingMessage) => void | Promise<void> = () => {};
  readonly #next: SendResult[] = [];
  readonly #ofChat = new Map<number, SendResult[]>();
  #always: SendResult | null = null;
  #messageId = 1000;

  /** The answers of the next calls, whatever their chat. */
  answerNext(...results: SendResult[]): void {
    this.#next.push(...results);
  }

  /** The answers of the next calls to one chat. */
  answerChat(chatId: number, ...results: SendResult[]): void {
    this.#ofChat.set(chatId, [...(this.#ofChat.get(chatId) ?? []), ...results]);
  }

  /** The answer of every call that nothing else is scripted for; null: sent. */
  answerAlways(result: SendResult | null): void {
    this.#always = result;
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    this.calls.push(message);
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    await this.beforeAnswer(message);
    this.inFlight -= 1;
    const result = this.#ofChat.get(message.chatId)?.shift() ?? this.#next.shift() ?? this.#always ?? this.#sent();
    if (result.outcome === 'sent') this.arrived.push(message);
    return result;
  }

  async probe(): Promise<ProbeAnswer> {
    this.probes += 1;
    return this.probeAnswer;
  }

  /** What the messages that reached a chat tell, one word each: `alert 7`, `digest 7,8`, `text some.key`. */
  toldTo(chatId: number): string[] {
    return this.arrived.filter((message) => message.chatId === chatId).map(inShort);
  }

  #sent(): SendResult {
    this.#messageId += 1;
    return { outcome: 'sent', messageId: this.#messageId };
  }
}

function inShort({ content }: OutgoingMessage): string {
  if (content.kind === 'text') return `text ${content.textKey}`;
  if (content.kind === 'alert') return `alert ${content.alert.adId}`;
  return `digest ${content.alerts.map((alert) => alert.adId).join()}`;
}

/** The alert of a message that tells exactly one. */
export function alertOf(message: OutgoingMessage | undefined): AlertContent {
  if (message?.content.kind !== 'alert') throw new Error('The message is no alert');
  return message.content.alert;
}
