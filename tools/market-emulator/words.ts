import type { Area, BodyType, Color, GearBox } from '#core/catalog/options.ts';
import type { Fuel } from './cars.ts';
import type { MarketDeal } from './market-ad.ts';

export const LANGUAGES = ['lv', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = Readonly<Record<Language, string>>;

const text = (lv: string, ru: string): Texts => ({ lv, ru });

export const FUELS: Readonly<Record<Fuel, Texts>> = {
  gasoline: text('benzīns', 'бензин'),
  diesel: text('dīzelis', 'дизель'),
  hybrid: text('hybrid', 'гибрид'),
  electric: text('Elektriskais', 'Электро'),
  lpg: text('benzīns/gāze', 'бензин/газ'),
};

export const GEARBOXES: Readonly<Record<GearBox, Texts>> = {
  automatic: text('Automāts', 'Автомат'),
  manual: text('Manuāla', 'Ручная'),
};

export const BODY_TYPES: Readonly<Record<BodyType, Texts>> = {
  sedan: text('Sedans', 'Седан'),
  hatchback: text('Hečbeks', 'Хэтчбек'),
  universal: text('Universāls', 'Универсал'),
  coupe: text('Kupeja', 'Купе'),
  suv: text('Apvidus', 'Внедорожник'),
  convertible: text('Kabriolets', 'Кабриолет'),
  van: text('Minivens', 'Минивэн'),
  pickup: text('Pikaps', 'Пикап'),
  other: text('-', '-'),
};

/** Colours that the site does not offer are shown as not stated. */
export const COLORS: Readonly<Partial<Record<Color, Texts>>> = {
  black: text('Melna metālika', 'Черный металлик'),
  blue: text('Gaiši zila', 'Светло-синий'),
  brown: text('Brūna', 'Коричневый'),
  green: text('Zaļa', 'Зеленый'),
  grey: text('Pelēka metālika', 'Серый металлик'),
  orange: text('Oranža', 'Оранжевый'),
  purple: text('Violeta', 'Фиолетовый'),
  red: text('Tumši sarkana', 'Темно-красный'),
  silver: text('Sudraba', 'Серебристый'),
  white: text('Balta', 'Белый'),
  yellow: text('Dzeltena', 'Желтый'),
};

export const AREAS: Readonly<Record<Area, Texts>> = {
  riga: text('Rīga', 'Рига'),
  yurmala: text('Jūrmala', 'Юрмала'),
  aizkraukle: text('Aizkraukle un raj.', 'Айзкраукле и р-он'),
  aluksne: text('Alūksne un raj.', 'Алуксне и р-он'),
  balvi: text('Balvi un raj.', 'Балви и р-он'),
  bauska: text('Bauska un raj.', 'Бауска и р-он'),
  cesis: text('Cēsis un raj.', 'Цесис и р-он'),
  daugavpils: text('Daugavpils un raj.', 'Даугавпилс и р-он'),
  dobele: text('Dobele un raj.', 'Добеле и р-он'),
  gulbene: text('Gulbene un raj.', 'Гулбене и р-он'),
  jekabpils: text('Jēkabpils un raj.', 'Екабпилс и р-он'),
  jelgava: text('Jelgava un raj.', 'Елгава и р-он'),
  kraslava: text('Krāslava un raj.', 'Краслава и р-он'),
  kuldiga: text('Kuldīga un raj.', 'Кулдига и р-он'),
  liepaja: text('Liepāja un raj.', 'Лиепая и р-он'),
  limbadzi: text('Limbaži un raj.', 'Лимбажи и р-он'),
  ludza: text('Ludza un raj.', 'Лудза и р-он'),
  madona: text('Madona un raj.', 'Мадона и р-он'),
  ogre: text('Ogre un raj.', 'Огре и р-он'),
  preili: text('Preiļi un raj.', 'Прейли и р-он'),
  rezekne: text('Rēzekne un raj.', 'Резекне и р-он'),
  saldus: text('Saldus un raj.', 'Салдус и р-он'),
  talsi: text('Talsi un raj.', 'Талси и р-он'),
  tukums: text('Tukums un raj.', 'Тукумс и р-он'),
  valka: text('Valka un raj.', 'Валка и р-он'),
  valmiera: text('Valmiera un raj.', 'Валмиера и р-он'),
  ventspils: text('Ventspils un raj.', 'Вентспилс и р-он'),
  estonia: text('Igaunija', 'Эстония'),
  lithuania: text('Lietuva', 'Литва'),
};

export const DEALS: Readonly<Record<MarketDeal, Texts>> = {
  sell: text('Pārdod', 'Продают'),
  buy: text('Pērk', 'Покупают'),
  change: text('Maina', 'Меняют'),
};

export const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  lv: 'janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris'.split(' '),
  ru: 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' '),
};

export const PHRASES = {
  cars: text('Vieglie auto', 'Легковые авто'),
  ads: text('Sludinājumi', 'Объявления'),
  gone: text('Sludinājums nav atrasts', 'Объявление не найдено'),
  columns: text('Marka Gads Tilp. Nobrauk. Cena', 'Марка Год Объем Пробег Цена'),
  model: text('Modelis', 'Модель'),
  previous: text('Iepriekšējie', 'Предыдущие'),
  next: text('Nākamie', 'Следующие'),
  thousands: text('tūkst.', 'тыс.'),
  buying: text('pērku', 'покупаю'),
  forExchange: text('maiņai', 'на обмен'),
  brandLabel: text('Marka', 'Марка'),
  yearLabel: text('Izlaiduma gads:', 'Год выпуска:'),
  motorLabel: text('Motors:', 'Двигатель:'),
  fuelLabel: text('Dzinēja tips:', 'Тип двигателя:'),
  gearBoxLabel: text('Ātr.kārba:', 'Коробка передач:'),
  mileageLabel: text('Nobraukums, km:', 'Пробег, км:'),
  colorLabel: text('Krāsa:', 'Цвет:'),
  bodyTypeLabel: text('Virsbūves tips:', 'Тип кузова:'),
  checkupLabel: text('Tehniskā apskate:', 'Тех. осмотр:'),
  noCheckup: text('Bez apskates', 'Без осмотра'),
  priceLabel: text('Cena:', 'Цена:'),
  phoneLabel: text('Tālrunis:', 'Телефон:'),
  placeLabel: text('Vieta:', 'Место:'),
  firmLabel: text('Uzņēmums:', 'Компания:'),
  posted: text('Datums:', 'Дата:'),
} as const;
