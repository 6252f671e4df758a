import type { Area, BodyType, Color, DealType, Engine, GearBox } from '#core/catalog/options.ts';
import type { Words } from '../known-words.ts';

/** In the order they are tried: petrol with gas before petrol, a hybrid before what it burns. */
export const ENGINE_WORDS: Words<Engine> = [
  [/hibrid|hybrid|гибрид/, 'hybrid'],
  [/dabasgaz|cng|метан|природн/, 'naturalgas'],
  [/gaze|lpg|газ/, 'lpg'],
  [/dizel|diesel|дизел/, 'diesel'],
  [/benzin|бензин/, 'gasoline'],
  [/elektr|электр/, 'electric'],
  [/etanol|этанол/, 'ethanol'],
  [/udenrad|водород/, 'hydrogen'],
];

/** The letter behind the volume in a list. None means petrol, or petrol with gas: the list does not tell. */
export const ENGINE_LETTERS: Readonly<Record<string, Engine>> = { D: 'diesel', H: 'hybrid', E: 'electric' };

export const GEARBOX_WORDS: Words<GearBox> = [
  [/^(autom|автом)/, 'automatic'],
  [/^(manual|mehan|механ|ручн)/, 'manual'],
];

export const BODY_TYPE_WORDS: Words<BodyType> = [
  [/^(apvidus|внедорож|джип)/, 'suv'],
  [/^(hecbek|х[еэ]т?чб)/, 'hatchback'],
  [/^(kabriolet|кабрио)/, 'convertible'],
  [/^(kupej|купе)/, 'coupe'],
  [/^(mikroautobus|miniven|микроавтоб|минив)/, 'van'],
  [/^(pikap|пикап)/, 'pickup'],
  [/^(sedan|седан)/, 'sedan'],
  [/^(universal|универсал)/, 'universal'],
];

/** Tried word by word, so that "tumši sarkana metālika" is red. */
export const COLOR_WORDS: Words<Color> = [
  [/^(balt|бел)/, 'white'],
  [/^(bruna|коричн)/, 'brown'],
  [/^(dzelten|желт)/, 'yellow'],
  [/^(meln|черн)/, 'black'],
  [/^(oranz|оранж)/, 'orange'],
  [/^(sudrab|серебр)/, 'silver'],
  [/^(pelek|сер)/, 'grey'],
  [/^(violet|фиолет)/, 'purple'],
  [/^(zala|зел)/, 'green'],
  [/^(zila|син|голуб)/, 'blue'],
  [/^(sarkan|красн)/, 'red'],
  [/^(bes|smilsu|беж)/, 'beige'],
  [/^(bronz|бронз)/, 'bronze'],
  [/^(zelt|золот)/, 'gold'],
  [/^(roza|роз)/, 'pink'],
  [/^(matet|матов)/, 'matte'],
];

/** A town stands for its district too ("Valka un raj."), Riga for the district around it. */
export const AREA_WORDS: Words<Area> = [
  [/^(riga|rigas|рига|рижск)/, 'riga'],
  [/^(jurmal|юрмал)/, 'yurmala'],
  [/^(aizkraukl|айзкраукл)/, 'aizkraukle'],
  [/^(aluksn|алуксн)/, 'aluksne'],
  [/^(balv|балв)/, 'balvi'],
  [/^(bausk|бауск)/, 'bauska'],
  [/^(ces[iu]|цесис)/, 'cesis'],
  [/^(daugavpil|даугавпил)/, 'daugavpils'],
  [/^(dobel|добел)/, 'dobele'],
  [/^(gulben|гулбен)/, 'gulbene'],
  [/^(jekabpil|екабпил)/, 'jekabpils'],
  [/^(jelgav|елгав)/, 'jelgava'],
  [/^(kraslav|краслав)/, 'kraslava'],
  [/^(kuldig|кулдиг)/, 'kuldiga'],
  [/^(liepaj|лиепа)/, 'liepaja'],
  [/^(limbaz|лимбаж)/, 'limbadzi'],
  [/^(ludza|лудз)/, 'ludza'],
  [/^(madon|мадон)/, 'madona'],
  [/^(ogre|огре)/, 'ogre'],
  [/^(preil|прейл)/, 'preili'],
  [/^(rezekn|резекн)/, 'rezekne'],
  [/^(sald|салд)/, 'saldus'],
  [/^(tals|талс)/, 'talsi'],
  [/^(tukum|тукум)/, 'tukums'],
  [/^(valka|валк)/, 'valka'],
  [/^(valmier|валмиер)/, 'valmiera'],
  [/^(ventspil|вентспил)/, 'ventspils'],
  [/^(igaun|estonia|eesti|эстон)/, 'estonia'],
  [/^(lietuv|lithuania|литв)/, 'lithuania'],
];

/** In the price cell of a list, or at the end of an ad's headline. */
export const DEAL_TYPE_WORDS: Words<DealType> = [
  [/^(perk|покуп|куплю)/, 'buy'],
  [/^(main|меня|обмен)/, 'change'],
  [/^(pardod|прода)/, 'sell'],
  [/^(noma|ire|izire|аренд|сдаю)/, 'rent'],
];
