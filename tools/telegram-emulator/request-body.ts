import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { UploadedFile } from './photo-store.ts';

/** The arguments of a call as they came: `json` is final, `fields` are text still. */
export interface RequestBody {
  json?: Record<string, unknown>;
  fields: Record<string, string>;
  files: UploadedFile[];
}

/** Reads JSON, form and multipart bodies, as the Bot API does. Throws on broken ones. */
export async function readBody(request: IncomingMessage, query: URLSearchParams): Promise<RequestBody> {
  const type = request.headers['content-type'] ?? '';
  const fields = Object.fromEntries(query);
  if (type.startsWith('multipart/form-data')) return readMultipart(request, type, fields);
  const text = await readText(request);
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { fields: { ...fields, ...Object.fromEntries(new URLSearchParams(text)) }, files: [] };
  }
  if (text === '') return { fields, files: [] };
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new SyntaxError('not an object');
  return { json: json as Record<string, unknown>, fields, files: [] };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function readMultipart(request: IncomingMessage, type: string, fields: Record<string, string>): Promise<RequestBody> {
  const files: UploadedFile[] = [];
  return new Promise((resolve, reject) => {
    const form = Busboy({ headers: { ...request.headers, 'content-type': type } });
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('file', (field, stream, name) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push({ field, name, content: Buffer.concat(chunks) }));
    });
    form.on('finish', () => resolve({ fields, files }));
    form.on('error', reject);
    request.on('error', reject);
    request.pipe(form);
  });
}
