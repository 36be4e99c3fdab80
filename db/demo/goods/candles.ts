/** The products of the demo company: pillars, tapers, filled glasses, scented, church and Venetian candles. */
import type { Catalogue } from './catalogue.ts'
import { COLOURS, GLASSES, PILLARS, SCENTS } from './materials.ts'

/** Adds the candles of the price list. In one piece, because it is a list. */
export function sellCandles(list: Catalogue): void {
  for (const [key, size, weight, wick] of PILLARS) {
    const cut = wick < 0.15 ? 'FK10' : wick < 0.2 ? 'FK15' : 'FK20'
    for (const [code, colour] of COLOURS) {
      list.sell(
        `KOL${key}-${code}`,
        `Κερί κολώνα ${size} ${colour}`,
        'ΚΟΛΩΝΕΣ',
        120,
        [
          ['ΧΥΤΑ', [`KOR${key}`, 1], [cut, 1]],
          ['ΒΑΦΗ', [`B${code}`, Math.round(weight * 0.09 * 1e4) / 1e4]],
          ['ΤΡΙΨΙΜΟ', ['FILM', 0.35], ['ETIK', 1], ['K6', 0.1667]],
        ],
        { markup: 7500 },
      )
    }
  }
  for (const [rod, size] of [
    ['RAV25', '25'],
    ['RAV30', '30'],
  ] as const) {
    for (const [code, colour] of COLOURS) {
      list.sell(
        `TRA${size}-${code}`,
        `Κερί τραπεζιού ${size} cm ${colour}`,
        'ΤΡΑΠΕΖΙΟΥ',
        240,
        [
          ['ΒΑΦΗ', [rod, 1], [`B${code}`, 0.006]],
          ['ΤΡΙΨΙΜΟ', ['ETIK', 1], ['K24', 0.0417]],
        ],
        { markup: 9000 },
      )
    }
  }
  for (const [glass, name, , weight] of GLASSES) {
    for (const [code, colour] of [COLOURS[0], COLOURS[1]]) {
      list.sell(
        `GEM-${glass}-${code}`,
        `Γεμιστό (${name}) ${colour}`,
        'ΓΕΜΙΣΤΑ',
        144,
        [
          ['ΦΙΤΙΛΙΑ', ['FK10', 1]],
          ['GEMISMA', [glass, 1], ['MXYTO', weight], [`XR${code}`, 0.0006]],
          ['ΕΣΤΙΑΣΗ', ['K12', 0.0833], ['ETIK', 1]],
        ],
        { markup: 5500, description: 'Το γυάλινο σκεύος μπορεί να δανειστεί' },
      )
    }
  }
  for (const [index, [key, name]] of SCENTS.entries()) {
    const large = index % 2 === 1
    list.sell(
      `ARO-${key}`,
      `Αρωματικό κερί ${name} ${large ? 400 : 200} ml`,
      'ΑΡΩΜΑΤΙΚΑ',
      96,
      [
        [
          'GEMISMA',
          [large ? 'VAZOL' : 'VAZOM', 1],
          ['MAROM', large ? 0.31 : 0.155],
          [`AR${key}`, large ? 0.024 : 0.012],
          ['FK10', large ? 2 : 1],
        ],
        ['ΕΣΤΙΑΣΗ', ['KAPAKI', 1], ['ETIKAR', 1], ['KDORO', 1]],
      ],
      { markup: 9500 },
    )
  }
  list.sell(
    'RESO50',
    'Ρεσό λευκά, κουτί 50',
    'ΡΕΣΟ',
    200,
    [['ΠΡΕΣΣΑ', ['PAR52', 0.6], ['KYPRES', 50], ['FKRES', 50], ['KRESO', 1]]],
    { markup: 4500 },
  )
  list.sell(
    'RESO100',
    'Ρεσό λευκά, κουτί 100',
    'ΡΕΣΟ',
    150,
    [['ΠΡΕΣΣΑ', ['PAR52', 1.2], ['KYPRES', 100], ['FKRES', 100], ['KRESO100', 1]]],
    { markup: 4000 },
  )
  for (const [number, weight] of [
    ['2', 0.012],
    ['4', 0.021],
    ['6', 0.034],
    ['8', 0.052],
    ['10', 0.075],
  ] as const) {
    list.sell(
      `EKK${number}`,
      `Κερί εκκλησιαστικό Νο ${number}`,
      'ΕΚΚΛΗΣΙΑΣΤΙΚΑ',
      1000,
      [['EXTRUDER', ['MEKKL', weight], ['FIT2', 0.22 + weight]]],
      { markup: 6000, vat: 1300 },
    )
  }
  list.sell(
    'LAMP-L',
    'Λαμπάδα λευκή 40 cm',
    'ΕΚΚΛΗΣΙΑΣΤΙΚΑ',
    150,
    [
      ['EXTRUDER', ['MEKKL', 0.16], ['FIT6', 0.43]],
      ['ΤΡΙΨΙΜΟ', ['ETIK', 1]],
    ],
    { markup: 8500, vat: 1300 },
  )
  list.sell(
    'LAMP-M',
    'Λαμπάδα κερί μέλισσας 40 cm',
    'ΕΚΚΛΗΣΙΑΣΤΙΚΑ',
    100,
    [
      ['ΧΥΤΑ', ['MELIS', 0.15], ['FIT6', 0.43]],
      ['ΤΡΙΨΙΜΟ', ['ETIK', 1]],
    ],
    { markup: 6500, vat: 1300 },
  )
  for (const [key, size, weight] of [
    ['S', 'μικρό', 0.11],
    ['M', 'μεσαίο', 0.19],
    ['L', 'μεγάλο', 0.34],
  ] as const) {
    list.sell(
      `VEN-${key}`,
      `Κερί βενετικό ${size}`,
      'ΒΕΝΕΤΙΚΑ',
      100,
      [
        ['ΧΥΤΑ', ['MXYTO', weight], ['FK15', 1]],
        ['ΒΕΝΕΤΙΚΟ', ['XRKEX', 0.0015], ['LAKA', 0.004]],
        ['ΤΡΙΨΙΜΟ', ['FILM', 0.3], ['KDORO', 1]],
      ],
      { markup: 8000 },
    )
  }
}
