import { describe, expect, it } from 'vitest';
import { canonicalAdUrl, photoUrl, sectionOf } from './ss-lv-url.ts';

const BASE = new URL('https://www.ss.lv/');

describe('canonicalAdUrl', () => {
  it.each([
    '/msg/lv/transport/cars/bmw/320/abcde.html',
    'https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html',
    'https://ss.com/msg/ru/transport/cars/bmw/320/abcde.html?from=list#top',
    'HTTPS://WWW.SS.COM/msg/lv/transport/cars/BMW/320/abcde.html',
  ])('gives %s one address', (href) => {
    expect(canonicalAdUrl(href, BASE)).toBe('https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html');
  });

  it.each([
    'https://evil.example/msg/lv/transport/cars/bmw/320/abcde.html',
    'https://www.ss.lv@evil.example/msg/lv/transport/cars/bmw/320/abcde.html',
    'http://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html',
    'javascript:alert(1)',
    '/lv/transport/cars/bmw/320/',
    '/msg/lv/real-estate/flats/riga/abcde.html',
    'https://[',
  ])('refuses %s', (href) => {
    expect(canonicalAdUrl(href, BASE)).toBeNull();
  });

  it('stays on the host of another base', () => {
    const base = new URL('http://127.0.0.1:4000/');
    expect(canonicalAdUrl('/msg/ru/transport/cars/bmw/320/abcde.html', base)).toBe(
      'http://127.0.0.1:4000/msg/lv/transport/cars/bmw/320/abcde.html',
    );
  });
});

describe('sectionOf', () => {
  it('reads brand and model', () => {
    expect(sectionOf('https://www.ss.lv/msg/lv/transport/cars/bmw/320/abcde.html')).toEqual({
      brand: 'bmw',
      model: '320',
    });
  });

  it('knows nothing of a car in a section of mixed brands', () => {
    expect(sectionOf('https://www.ss.lv/msg/lv/transport/cars/electric-cars/abcde.html')).toEqual({
      brand: null,
      model: null,
    });
  });
});

describe('photoUrl', () => {
  it.each(['.th2.jpg', '.t.jpg', '.800.jpg'])('asks for the large form of %s', (suffix) => {
    expect(photoUrl(`https://i.ss.lv/gallery/1/2/3/4${suffix}`, BASE)).toBe('https://i.ss.lv/gallery/1/2/3/4.800.jpg');
  });

  it.each([
    'https://i.ss.lv/img/buy/auto.lv.gif',
    'https://evil.example/gallery/1/2.th2.jpg',
    'http://i.ss.lv/gallery/1/2.th2.jpg',
    'https://i.ss.lv:444/gallery/1/2.th2.jpg',
    'https://i.ss.lv.evil.example/gallery/1/2.th2.jpg',
    'https://i.ss.lv@169.254.169.254/gallery/1/2.th2.jpg',
    '//localhost/gallery/1/2.th2.jpg',
    'file:///gallery/1/2.th2.jpg',
    'data:image/gif;base64,',
  ])('takes no picture from %s', (src) => {
    expect(photoUrl(src, BASE)).toBeNull();
  });
});
