import type { APIRequestContext } from 'playwright';
import type { Actor } from '#core/audit/actor.ts';
import type { Core } from '#core/context.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { DEMO_ADMIN } from '#tools/dev-env/demo-user.ts';
import type { DevEnv } from '#tools/dev-env/dev-env.ts';

const OPERATOR: Actor = { userId: null, name: 'pictures', way: 'cli', ip: null };
const FIRST_ID = 7_102_330_000;

const NAMES = [
  ...['Līga', 'Dmitrijs', 'Anna', 'Mārtiņš', 'Ольга', 'Jānis', 'Katrīna', 'Roberts', 'Sergejs', 'Andris', 'Zane'],
  ...['Emma', 'Aleksandrs', 'Inese', 'Ģirts', 'Елена', 'Toms', 'Kristīne', 'Artūrs', 'Dace', 'Иван', 'Elīna'],
];

const REPORTS = [
  ['Roberts', 'Не могу выбрать модель после смены марки, список пустой. Телефон Android.'],
  [
    'Katrīna',
    'Paziņojums par vienu un to pašu Audi A4 atnāca divas reizes, vakar un šorīt. Cena bija tā pati, tikai bilde cita, un sludinājums bija pacelts augšā.',
  ],
  ['Dmitrijs', 'Pēc filtra labošanas cena rāda 0, lai gan biju ievadījis 8 000 €. Tas notiek tikai telefonā.'],
] as const;

/** People, what they wrote and what they ask for, and somebody who looks after all of it. */
export async function peopleToLookAfter({ app: { core } }: DevEnv): Promise<void> {
  await core.run(async () => {
    const { id: telegramId, first_name: firstName, language_code: languageCode } = DEMO_ADMIN;
    await core.users.signUp({ telegramId, firstName, languageCode });
    const ids = new Map<string, number>();
    for (const [place, name] of NAMES.entries()) ids.set(name, await aPerson(core, name, place));
    for (const [name, text] of REPORTS) await core.problems.report(ids.get(name) ?? 0, text);
    await core.plans.request(ids.get('Anna') ?? 0, 'advanced');
    await core.plans.request(ids.get('Mārtiņš') ?? 0, 'advanced');
    await core.feedback.submit(ids.get('Zane') ?? 0, {
      rating: 5,
      email: '',
      comment: 'Auto atradu trešajā dienā, paldies!',
    });
    await core.feedback.submit(ids.get('Toms') ?? 0, {
      rating: 4,
      email: 'toms@example.com',
      comment: 'Gribētos arī motociklus.',
    });
    // Last, so that the letters of the others are not told in a chat that no picture shows.
    await core.userRoles.grantAdmin(OPERATOR, telegramId);
  });
}

/** Every fifth has the smallest plan still, every fourth of the others the largest. */
async function aPerson(core: Core, firstName: string, place: number): Promise<number> {
  const { user } = await core.users.signUp({ telegramId: FIRST_ID + place * 91_733, firstName, languageCode: 'lv' });
  if (place % 5 === 3) await core.userRoles.demote(OPERATOR, user.id, 'user');
  else if (place % 4 === 0) await core.userRoles.promote(OPERATOR, user.id, 'advanced');
  return user.id;
}

/** Logs the administrator in, who then reads the pages in this language. */
export async function signInAdmin(request: APIRequestContext, secret: string, language: Locale): Promise<void> {
  const { id, first_name } = DEMO_ADMIN;
  const data = { first_name, telegram_user_id: id, secret };
  const answer = await request.post('/auth/dev-login', { data });
  if (!answer.ok()) throw new Error(`The log-in of the administrator was refused: ${await answer.text()}`);
  const { origin } = new URL(answer.url());
  const put = await request.put('/api/user/settings', { data: { language }, headers: { origin } });
  if (!put.ok()) throw new Error(`The language was refused: ${await put.text()}`);
}
