import { writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';

/** Good enough for text at two pixels a point, and a third of a PNG. */
const QUALITY = 0.8;

/** What a picture shows, in CSS pixels of the page. */
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes what the page shows, or a part of it, as a WebP file. */
export async function takePicture(page: Page, file: string, clip?: Clip): Promise<void> {
  const png = await page.screenshot(clip ? { clip } : {});
  writeFileSync(file, await asWebp(page, png));
}

/** The browser packs the picture, as Playwright takes PNG and JPEG only. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const desk = await page.context().newPage();
  const packed = await desk.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  await desk.close();
  return Buffer.from(packed.slice(packed.indexOf(',') + 1), 'base64');
}

/** Where the part of the page is, with whole pixels. */
export async function placeOf(part: Locator): Promise<Clip> {
  const box = await part.boundingBox();
  if (!box) throw new Error('What should be in the picture is not on the page.');
  const [x, y] = [Math.round(box.x), Math.round(box.y)];
  return { x, y, width: Math.round(box.width), height: Math.round(box.height) };
}
