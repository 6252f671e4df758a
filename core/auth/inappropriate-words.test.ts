import { describe, expect, it } from 'vitest';
import { MAX_USERNAME_LENGTH } from '../contracts/account-rules.ts';
import { isInappropriate } from './inappropriate-words.ts';

const VULGAR = [
  ...['fuck', 'f_u-c_k', 'FuCk', 'fuuuck', 'sh1t', 'sh17', 'a55hole', 'big_ass', 'ass99', 'pen15', 'p0rn', 'n1gg3r'],
  ...['5uka', 'suka99', 'S_U_K_A', 'su4ka', 'cyka_blyat', 'b1at', 'bl4t', '6lyat', 'pi3da', 'pizzda', 'mud4k', 'nahuj'],
  ...['dirsa', 'D1rsa', 'pimpis', 'kuce_1', 'pidaras', 'mauka7', 'p1st', 'govno123'],
];

/** Given names, surnames and words of three languages, with numbers as people add them. */
const INNOCENT = [
  ...['Anna', 'Janis', 'Matiss', 'Kristaps', 'Dace', 'Ilze', 'Raivis', 'Edijs', 'Laima', 'Dzintra', 'Assol', 'Aivars'],
  ...['Ugis', 'Andris_B', 'Pauls', 'Pisarevs', 'Dirnis', 'Sudrabs', 'Kucens', 'Kanals', 'Jebkurs', 'Pistole', 'Drate'],
  ...[
    'Ozols',
    'Berzins',
    'Kalnins',
    'Liepins',
    'Sukurs',
    'Mauricis',
    'Vitols',
    'Kurvis',
    'Pimenovs',
    'Zalite',
    'Rebane',
  ],
  ...[
    'Ivan',
    'Semen',
    'Semenov',
    'Georgy',
    'Arsenijs',
    'Sukachev',
    'Babich',
    'Hujers',
    'Dmitrij',
    'Slutsky',
    'Zhidkov',
  ],
  ...['Scunthorpe', 'assassin', 'Cockburn', 'Dickson', 'Dickinson', 'hugeness', 'Spider', 'classic', 'title', 'Essex'],
  ...[
    'Huygens',
    'cockatoo',
    'cockpit',
    'badminton',
    'Manuss',
    'Galvanus',
    'peacock',
    'grapes',
    'Analog',
    'Bassist',
    'passat',
  ],
  ...[
    'Martin1994',
    'Evelin1994',
    'Anna1985',
    'Josh17',
    'Natash17',
    'Dan41',
    'Ivan41',
    'Eva_455',
    'FK_Metta',
    'Ann1994x',
  ],
  ...['BMW_e46', 'audi_a4', 'golf5', 'Passat_B5', 'E39_525d', 'car4you', 'top_auto', 'RS6_fan', 'seat1', 'Mazda_626'],
];

describe('a vulgar word', () => {
  it.each(VULGAR)('is found in %s', (username) => {
    expect(isInappropriate(username)).toBe(true);
  });
});

describe('an innocent name', () => {
  it.each(INNOCENT)('%s is spared', (username) => {
    expect(username.length).toBeLessThanOrEqual(MAX_USERNAME_LENGTH);
    expect(isInappropriate(username)).toBe(false);
  });
});
