import { createHash } from 'node:crypto';
import type { PhotoSize } from 'grammy/types';
import { BotApiError, badCall, refused } from './bot-api-error.ts';

export interface UploadedFile {
  field: string;
  name: string;
  content: Buffer;
}

/** A photo as Telegram describes it, and where the chat page finds it. */
export interface StoredPhoto {
  sizes: PhotoSize[];
  address: string;
}

const maxUploadBytes = 10 * 1024 * 1024;

/** Photos the bot has sent, by file id. A photo sent by address stays an address: nothing is fetched. */
export class PhotoStore {
  readonly #photos = new Map<string, StoredPhoto>();
  readonly #contents = new Map<string, Buffer>();

  /** `source` is an address, an earlier file id, or `attach://` with the field of an upload. */
  resolve(source: string, files: readonly UploadedFile[]): StoredPhoto {
    if (source.startsWith('attach://')) return this.#upload(source.slice('attach://'.length), files);
    if (/^https?:\/\//i.test(source) && URL.canParse(source)) return this.#store(source, source);
    const known = this.#photos.get(source);
    // Such a source comes from the data of an advert, so it is no fault of the bot's code.
    if (!known) throw refused('wrong file identifier/HTTP URL specified');
    return known;
  }

  content(fileId: string): Buffer | undefined {
    return this.#contents.get(fileId);
  }

  #upload(field: string, files: readonly UploadedFile[]): StoredPhoto {
    const file = files.find((each) => each.field === field);
    if (!file) throw badCall(`there is no file for attach://${field}`);
    if (file.content.length === 0) throw badCall('file must be non-empty');
    if (file.content.length > maxUploadBytes) throw new BotApiError(413, 'Request Entity Too Large', true);
    const fileId = fileIdOf(file.content);
    this.#contents.set(fileId, file.content);
    return this.#store(`/control/files/${fileId}`, file.content, file.content.length);
  }

  #store(address: string, identity: string | Buffer, size?: number): StoredPhoto {
    const fileId = fileIdOf(identity);
    const unique = fileId.slice(-16);
    const sizes = [
      { file_id: `${fileId}s`, file_unique_id: `${unique}s`, width: 320, height: 213 },
      { file_id: fileId, file_unique_id: unique, width: 800, height: 533, ...(size ? { file_size: size } : {}) },
    ];
    const photo = { sizes, address };
    for (const { file_id } of sizes) this.#photos.set(file_id, photo);
    return photo;
  }
}

function fileIdOf(identity: string | Buffer): string {
  return `AgAC${createHash('sha256').update(identity).digest('base64url').slice(0, 40)}`;
}
