import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRANDS, isKnownModel } from './brands.ts';
import { recogniseBrand, recogniseInTitle, recogniseModel } from './recognise.ts';

describe('recogniseBrand', () => {
  it.each([
    ['Vw', 'volkswagen'],
    ['Mercedes-Benz', 'mercedes'],
    ['Mercedes', 'mercedes'],
    ['Bmw', 'bmw'],
    ['Alfa romeo', 'alfa-romeo'],
    ['land-rover', 'land-rover'],
    ['Škoda', 'skoda'],
    ['Citroën', 'citroen'],
    ['Iž', 'iz'],
    ['ВMW', 'bmw'],
    ['АUDI', 'audi'],
    ['Фольксваген', 'volkswagen'],
    ['Лада', 'vaz'],
    ['ВАЗ', 'vaz'],
    ['Lynk & Co', 'lynk-co'],
    ['Iveco 35c13', 'iveco'],
  ])('reads %s as %s', (text, brand) => {
    expect(recogniseBrand(text)).toBe(brand);
  });

  it.each(['', '-', 'others', 'exclusive-cars', 'electric-cars', 'retro-cars', 'sport-cars', 'tuned-cars', 'toString'])(
    'finds no make in "%s"',
    (text) => {
      expect(recogniseBrand(text)).toBeNull();
    },
  );

  it('knows every make by its key and its name', () => {
    for (const { key, name, aliases } of BRANDS) {
      for (const text of [key, name, name.toUpperCase(), ...aliases]) expect(recogniseBrand(text)).toBe(key);
    }
  });
});

describe('recogniseModel', () => {
  it.each([
    ['citroen', 'c4picasso', 'c4-picasso'],
    ['citroen', 'C4 Grand Picasso', 'c4-picasso'],
    ['ford', 'focusc-max', 'c-max'],
    ['mitsubishi', 'evolution', 'lancer-evolution'],
    ['volkswagen', 'new-beetle', 'beetle'],
    ['volvo', 'xc90', 'xc-90'],
    ['volvo', 'ХС 90', 'xc-90'],
    ['opel', 'Kadet', 'kadett'],
    ['hyundai', 'H1', 'h-1'],
    ['hyundai', 'Santa FE', 'santa-fe'],
    ['honda', 'Cr-v', 'cr-v'],
    ['kia', "Cee'd", 'ceed'],
    ['mini', 'coopers', 'cooper-s'],
    ['volkswagen', 'Passat (B6)', 'passat-b6'],
    ['volkswagen', 'passat-b6', 'passat-b6'],
    ['volkswagen', 'Golf 4', 'golf-4'],
    ['volkswagen', 'Golf IV Variant', 'golf-4'],
    ['mercedes', 'c43amg', 'c43-amg'],
    ['mercedes', 'C 220 CDI', 'c220'],
    ['mercedes', 'GLB 200', 'glb-200'],
    ['mercedes', 'Mercedes-Benz E-класс E220', 'e220'],
    ['bmw', '320d', '320'],
    ['bmw', '3. sērija 320', '320'],
    ['tesla', 'Tesla Model 3', 'model-3'],
    ['skoda', 'Skoda Fabia', 'fabia'],
    ['iveco', 'Iveco 35c13', 'daily'],
    ['polestar', 'Polestar 2', '2'],
  ])('of %s reads "%s" as %s', (brand, text, model) => {
    expect(recogniseModel(brand, text)).toBe(model);
  });

  it.each([
    ['volkswagen', 'Golf', 'golf-other'],
    ['volkswagen', 'Passat', 'passat-other'],
    ['mercedes', 'CLK', 'clk-class-other'],
    ['mercedes', 'C-класс', 'c-class-other'],
    ['bmw', '3er', '3-series-other'],
  ])('of %s reads "%s", which names a line only, as a member of its group', (brand, text, model) => {
    expect(recogniseModel(brand, text)).toBe(model);
    expect(isKnownModel(brand, model)).toBe(true);
  });

  it.each(['Citi', 'citi', 'another', '-', 'Flying Carpet', '__proto__'])('takes "%s" for another model', (text) => {
    expect(recogniseModel('bmw', text)).toBe('other');
  });

  it('says nothing where nothing is said or the make is unknown', () => {
    expect(recogniseModel('bmw', '')).toBeNull();
    expect(recogniseModel('bmw', '  \n')).toBeNull();
    expect(recogniseModel('toString', 'X5')).toBeNull();
  });

  it('does not take a beginning of a word for a name', () => {
    expect(recogniseModel('audi', 'A45')).toBe('other');
    expect(recogniseModel('vaz', '21069')).toBe('other');
    expect(recogniseModel('mazda', '2.0 TDI')).toBe('other');
  });

  it('knows every model by its key, its name and its aliases, also behind the make', () => {
    for (const brand of BRANDS) {
      for (const { key, name, aliases } of brand.models.filter((model) => model.key !== 'other')) {
        for (const text of [key, name, ...aliases, `${brand.name} ${name}`]) {
          expect([text, recogniseModel(brand.key, text)]).toEqual([text, key]);
        }
      }
    }
  });
});

describe('recogniseInTitle', () => {
  it.each([
    ['Maserati Levante, pilna servisa vēsture', 'maserati', 'levante'],
    ['Tiek pārdots Lexus LS 400 teicamā stāvoklī', 'lexus', 'ls'],
    ['Īpašnieks pārdod koptu klasisku auto Peugeot 605', 'peugeot', '605'],
    ['Range Rover Sport 3.0 TDV6', 'land-rover', 'range-rover-sport'],
    ['Продаю Ладу, точнее Lada Niva 2121', 'vaz', '2121'],
    ['Tesla jauna, Model 3 Long Range', 'tesla', 'model-3'],
    ['Pārdodu Mini Cooper S', 'mini', 'cooper-s'],
    ['BMW 3. sērija, 320d', 'bmw', '320'],
  ])('finds the car in "%s"', (title, brand, model) => {
    expect(recogniseInTitle(title)).toEqual({ brand, model });
  });

  it('names the make alone where no model follows', () => {
    expect(recogniseInTitle('Tesla labā stāvoklī, 2019. gads')).toEqual({ brand: 'tesla', model: null });
    expect(recogniseInTitle('Mazda 2.0 benzīns, 2006')).toEqual({ brand: 'mazda', model: null });
  });

  it.each(['', 'Man ir ko piedāvāt, mini cena', 'Бензин/газ, возможен обмен', 'Smart key, seat heating', 'iz Vācijas'])(
    'does not take everyday words for makes: "%s"',
    (title) => {
      expect(recogniseInTitle(title)).toBeNull();
    },
  );

  it('answers with keys of the catalogue whatever the text', () => {
    const word = fc.oneof(
      fc.constantFrom(...BRANDS.flatMap(({ name, models }) => [name, ...models.map((m) => m.name)])),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word), (parts) => {
        const car = recogniseInTitle(parts.join(' '));
        if (car?.model) expect(isKnownModel(car.brand, car.model)).toBe(true);
      }),
    );
  });

  it('reads a very long text at once', () => {
    const started = performance.now();
    recogniseInTitle('BMW-'.repeat(500_000));
    recogniseBrand('А'.repeat(2_000_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
