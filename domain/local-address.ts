import { countryCode, type CountryCode } from './countries.ts';
import type { Merchant } from './merchant.ts';

/** What people there call the parts of an address. */
export type AddressWord =
  | 'governorate'
  | 'municipality'
  | 'emirate'
  | 'region'
  | 'area'
  | 'wilayat'
  | 'city'
  | 'block'
  | 'zone'
  | 'district'
  | 'street'
  | 'road'
  | 'way'
  | 'building';

/** How an address is said in a country of the Gulf: a region of a list, an area, and a street by its parts. */
export interface LocalAddress {
  /** Its `state`, one of the regions. */
  readonly region: AddressWord;
  readonly regions: readonly Region[];
  /** Its `city`. */
  readonly area: AddressWord;
  /** The parts of its `line1`; all are asked for. */
  readonly block?: AddressWord;
  readonly street: AddressWord;
  readonly hasPostalCode?: true;
}

/** As it is kept, in English, and as Arabic readers see it. */
export interface Region {
  readonly en: string;
  readonly ar: string;
}

/** A street by its parts, as a form has them; empty what is not said. */
export interface StreetParts {
  readonly block: string;
  readonly street: string;
  readonly building: string;
}

/** How addresses are said there; undefined where there is nothing particular to know. */
export function localAddressOf(country: string): LocalAddress | undefined {
  return LOCAL[country];
}

/** The country whose currency it is, by the first letters of its code: of KWD it is KW. No country has those of EUR or XAF. */
function countryOfCurrency(currency: string): string {
  return currency.slice(0, 2);
}

/** Where a merchant is; where it has said nothing, in the country of what it is paid in. */
export function merchantCountry(
  { country }: Pick<Merchant, 'country'>,
  currency: string,
): CountryCode | undefined {
  return country ?? countryCode(countryOfCurrency(currency));
}

/** A street as one line, the same for merchants and couriers whatever the payer's language: "Block 4, Street 12, Building 7". */
export function printStreet(local: LocalAddress, parts: StreetParts): string {
  return streetWords(local)
    .flatMap(({ name, word }) => (parts[name] === '' ? [] : [`${named(word)} ${parts[name]}`]))
    .join(', ');
}

/** The parts of such a line. Any other one is a street. */
export function readStreet(local: LocalAddress, line: string): StreetParts {
  const patterns = streetWords(local).map(({ name, word }) => `${named(word)} (?<${name}>.+?)`);
  const { groups } = new RegExp(`^${patterns.join(', ')}$`, 'su').exec(line) ?? {};
  return groups
    ? { block: '', street: '', building: '', ...groups }
    : { block: '', street: line, building: '' };
}

/** The words that name the parts of a street there, in the order in which they are said. */
export function streetWords({ block, street }: LocalAddress): readonly StreetWord[] {
  return [
    ...(block ? [{ name: 'block', word: block } as const] : []),
    { name: 'street', word: street },
    { name: 'building', word: 'building' },
  ];
}

export interface StreetWord {
  readonly name: keyof StreetParts;
  readonly word: AddressWord;
}

function named(word: AddressWord): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

function regions(...names: readonly (readonly [en: string, ar: string])[]): readonly Region[] {
  return names.map(([en, ar]) => ({ en, ar }));
}

const LOCAL: Readonly<Partial<Record<string, LocalAddress>>> = {
  KW: {
    region: 'governorate',
    regions: regions(
      ['Al Asimah', 'العاصمة'],
      ['Hawalli', 'حولي'],
      ['Al Farwaniyah', 'الفروانية'],
      ['Mubarak Al-Kabeer', 'مبارك الكبير'],
      ['Al Ahmadi', 'الأحمدي'],
      ['Al Jahra', 'الجهراء'],
    ),
    area: 'area',
    block: 'block',
    street: 'street',
  },
  BH: {
    region: 'governorate',
    regions: regions(
      ['Capital', 'العاصمة'],
      ['Muharraq', 'المحرق'],
      ['Northern', 'الشمالية'],
      ['Southern', 'الجنوبية'],
    ),
    area: 'area',
    block: 'block',
    street: 'road',
  },
  OM: {
    region: 'governorate',
    regions: regions(
      ['Muscat', 'مسقط'],
      ['Dhofar', 'ظفار'],
      ['Musandam', 'مسندم'],
      ['Al Buraimi', 'البريمي'],
      ['Ad Dakhiliyah', 'الداخلية'],
      ['Al Batinah North', 'شمال الباطنة'],
      ['Al Batinah South', 'جنوب الباطنة'],
      ['Ash Sharqiyah North', 'شمال الشرقية'],
      ['Ash Sharqiyah South', 'جنوب الشرقية'],
      ['Adh Dhahirah', 'الظاهرة'],
      ['Al Wusta', 'الوسطى'],
    ),
    area: 'wilayat',
    street: 'way',
  },
  QA: {
    region: 'municipality',
    regions: regions(
      ['Doha', 'الدوحة'],
      ['Al Rayyan', 'الريان'],
      ['Al Wakrah', 'الوكرة'],
      ['Al Khor', 'الخور'],
      ['Umm Salal', 'أم صلال'],
      ['Al Daayen', 'الضعاين'],
      ['Al Shamal', 'الشمال'],
      ['Al Shahaniya', 'الشيحانية'],
    ),
    area: 'area',
    block: 'zone',
    street: 'street',
  },
  SA: {
    region: 'region',
    regions: regions(
      ['Riyadh', 'الرياض'],
      ['Makkah', 'مكة المكرمة'],
      ['Madinah', 'المدينة المنورة'],
      ['Qassim', 'القصيم'],
      ['Eastern Province', 'المنطقة الشرقية'],
      ['Asir', 'عسير'],
      ['Tabuk', 'تبوك'],
      ['Hail', 'حائل'],
      ['Northern Borders', 'الحدود الشمالية'],
      ['Jazan', 'جازان'],
      ['Najran', 'نجران'],
      ['Al Bahah', 'الباحة'],
      ['Al Jawf', 'الجوف'],
    ),
    area: 'city',
    block: 'district',
    street: 'street',
    hasPostalCode: true,
  },
  AE: {
    region: 'emirate',
    regions: regions(
      ['Abu Dhabi', 'أبوظبي'],
      ['Dubai', 'دبي'],
      ['Sharjah', 'الشارقة'],
      ['Ajman', 'عجمان'],
      ['Umm Al Quwain', 'أم القيوين'],
      ['Ras Al Khaimah', 'رأس الخيمة'],
      ['Fujairah', 'الفجيرة'],
    ),
    area: 'area',
    street: 'street',
  },
};
