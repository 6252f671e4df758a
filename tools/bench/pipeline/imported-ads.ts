import type { Core } from '#core/context.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { ListPage } from '#core/ingestion/ad-source.ts';

const SOURCE = 'bench';
let last = 0;

/** Stores ads that nobody knew, as the command `ads import` does: their events are released at once. */
export async function importAds(core: Core, ads: readonly AdFacts[]): Promise<void> {
  const page: ListPage = { ads: ads.map(listedAd), badRows: [], unknownValues: {}, next: null, notModified: false };
  await core.run(() => core.ingestion.importPages(SOURCE, 'import', onlyPage(page), { baseline: false }));
}

function listedAd(facts: AdFacts): ListPage['ads'][number] {
  last += 1;
  const url = `https://market.example/msg/lv/transport/cars/${facts.brand}/${facts.model}/${last}.html`;
  return { ...facts, externalId: String(last), url, title: null, photo: null, postedAt: null };
}

async function* onlyPage(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}
