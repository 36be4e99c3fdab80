/** The materials that the demo company buys and prepares, with the tables from which its candles are made. */
import type { Catalogue } from './catalogue.ts'

/** The code and the Greek word of each colour. */
export const COLOURS = [
  ['LEV', 'λευκό'],
  ['IVO', 'ιβουάρ'],
  ['KOK', 'κόκκινο'],
  ['BOR', 'μπορντό'],
  ['MPL', 'μπλε'],
  ['PRA', 'πράσινο'],
] as const

/** The code, name and price per litre of each scent. */
export const SCENTS = [
  ['LEVANTA', 'Λεβάντα', 46],
  ['VANILIA', 'Βανίλια', 44.5],
  ['TRIANT', 'Τριαντάφυλλο', 61],
  ['GIASEMI', 'Γιασεμί', 72],
  ['MASTIXA', 'Μαστίχα Χίου', 75],
  ['KANELA', 'Κανέλα', 42],
  ['PORTOK', 'Πορτοκάλι', 43.2],
  ['SANTAL', 'Σανδαλόξυλο', 68],
] as const

/** Pillars: code, size, weight of the body in kilograms, metres of wick. */
export const PILLARS = [
  ['6X10', '6x10', 0.235, 11.5],
  ['6X15', '6x15', 0.355, 16.5],
  ['7X10', '7x10', 0.32, 11.5],
  ['7X20', '7x20', 0.645, 21.5],
  ['8X15', '8x15', 0.63, 16.5],
] as const

/** Glass holders that are lent and come back for washing: code, name, cost, weight of the filling in kilograms. */
export const GLASSES = [
  ['AIGLI', 'Ποτήρι «Αίγλη» διάφανο', 1.12, 0.14],
  ['AIGLIK', 'Ποτήρι «Αίγλη» κεχριμπαρένιο', 1.24, 0.14],
  ['NYXTA', 'Ποτήρι «Νύχτα» μπλε', 1.31, 0.16],
  ['ROUMP', 'Ποτήρι «Ρουμπίνι» κόκκινο', 1.31, 0.16],
  ['FANOS', 'Φανός γυάλινος μεσαίος', 2.85, 0.28],
  ['FANOSM', 'Φανός γυάλινος μεγάλος', 4.4, 0.42],
  ['KANTIL', 'Καντήλι γυάλινο επιτραπέζιο', 1.65, 0.12],
  ['KYLIN', 'Κύλινδρος γυάλινος 9x12', 2.1, 0.31],
] as const

/** Adds the bought materials, including glasses for lending. */
export function buyMaterials(list: Catalogue): void {
  list.buy('PAR58', 'Παραφίνη 58/60 ραφινέ', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 1.85, 2000)
  list.buy('PAR52', 'Παραφίνη 52/54', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 1.72, 1000)
  list.buy('STEAR', 'Στεαρίνη', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 2.4, 500)
  list.buy('MELIS', 'Κερί μέλισσας', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 9.8, 200)
  list.buy('SOGIA', 'Κερί σόγιας', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 4.1, 300)
  list.buy('MICRO', 'Μικροκρυσταλλικό κερί', 'ΠΡΩΤΕΣ ΥΛΕΣ', 'KG', 3.65, 200)
  for (const [size, cost] of [
    ['2', 0.058],
    ['4', 0.066],
    ['6', 0.081],
    ['8', 0.097],
    ['10', 0.118],
  ] as const) {
    list.buy(`FIT${size}`, `Φιτίλι βαμβακερό Νο ${size}`, 'ΦΙΤΙΛΙΑ', 'Meter', cost, 2000, { overridable: true })
  }
  list.buy('BASEF', 'Μεταλλική βάση φιτιλιού', 'ΦΙΤΙΛΙΑ', 'Item', 0.012, 10000)
  for (const [index, [key, colour]] of COLOURS.entries()) {
    list.buy(
      `XR${key}`,
      `Χρωστική κεριού ${colour}`,
      'ΧΡΩΜΑΤΑ',
      'KG',
      [24, 25.5, 31, 33.4, 37.2, 35.8][index] ?? 30,
      10,
    )
  }
  list.buy('XRKEX', 'Χρωστική κεριού κεχριμπάρι', 'ΧΡΩΜΑΤΑ', 'KG', 36.5, 10)
  for (const [key, name, cost] of SCENTS) list.buy(`AR${key}`, `Άρωμα ${name}`, 'ΑΡΩΜΑΤΑ', 'Litter', cost, 20)
  list.buy('LAKA', 'Βερνίκι κεριού', 'ΧΡΩΜΑΤΑ', 'KG', 11.5, 50)
  for (const [key, name, cost] of [
    ['K6', 'Κουτί 6 τεμαχίων', 0.31],
    ['K12', 'Κουτί 12 τεμαχίων', 0.46],
    ['K24', 'Κουτί 24 τεμαχίων', 0.68],
    ['KDORO', 'Κουτί δώρου', 0.92],
    ['KRESO', 'Κουτί ρεσό 50', 0.22],
    ['KRESO100', 'Κουτί ρεσό 100', 0.34],
  ] as const) {
    list.buy(key, name, 'ΣΥΣΚΕΥΑΣΙΑ', 'Item', cost, 3000, { overridable: true })
  }
  list.buy('ETIK', 'Ετικέτα χάρτινη', 'ΣΥΣΚΕΥΑΣΙΑ', 'Item', 0.021, 10000, { overridable: true })
  list.buy('ETIKAR', 'Ετικέτα αρωματικού', 'ΣΥΣΚΕΥΑΣΙΑ', 'Item', 0.034, 5000, { overridable: true })
  list.buy('FILM', 'Φιλμ συρρίκνωσης', 'ΣΥΣΚΕΥΑΣΙΑ', 'Meter', 0.045, 3000)
  list.buy('KYPRES', 'Κύπελλο ρεσό αλουμινίου', 'ΣΥΣΚΕΥΑΣΙΑ', 'Item', 0.016, 20000)
  for (const [key, name, cost] of GLASSES) {
    list.buy(key, name, 'ΓΥΑΛΙΚΑ', 'Item', cost, 600, {
      lendable: true,
      description: 'Δανείζεται και επιστρέφει για πλύσιμο',
    })
  }
  list.buy('FANARI', 'Φανάρι μεταλλικό εξωτερικού χώρου', 'ΓΥΑΛΙΚΑ', 'Item', 9.4, 60, { lendable: true })
  list.buy('DISKOS', 'Δίσκος παρουσίασης κεριών', 'ΓΥΑΛΙΚΑ', 'Item', 6.2, 60, { lendable: true })
  for (const [key, name, cost] of [
    ['VAZOM', 'Βάζο αρωματικού 200 ml', 0.78],
    ['VAZOL', 'Βάζο αρωματικού 400 ml', 1.18],
    ['KAPAKI', 'Καπάκι ξύλινο βάζου', 0.39],
  ] as const) {
    list.buy(key, name, 'ΣΥΣΚΕΥΑΣΙΑ', 'Item', cost, 1000)
  }
}

/** Adds the materials that the workshop prepares for its candles. */
export function prepareMaterials(list: Catalogue): void {
  const mix = (key: string, name: string, ...parts: (readonly [string, number])[]) =>
    list.prepare(key, name, 'ΜΕΙΓΜΑΤΑ', 'KG', 400, [['ΤΡΙΜΑ', ...parts]])
  mix('MXYTO', 'Μείγμα χυτών κεριών', ['PAR58', 0.82], ['STEAR', 0.15], ['MICRO', 0.03])
  mix('MTRAP', 'Μείγμα κεριών τραπεζιού', ['PAR58', 0.7], ['STEAR', 0.3])
  mix('MEKKL', 'Μείγμα εκκλησιαστικών κεριών', ['PAR52', 0.75], ['MELIS', 0.25])
  mix('MAROM', 'Μείγμα αρωματικών κεριών', ['SOGIA', 0.8], ['PAR52', 0.2])
  for (const [key, colour] of COLOURS) {
    list.prepare(`B${key}`, `Βαφή εμβάπτισης ${colour}`, 'ΜΕΙΓΜΑΤΑ', 'KG', 60, [
      ['ΒΑΦΗ', ['MXYTO', 0.96], [`XR${key}`, 12, 'Gram'], ['LAKA', 20, 'Gram']],
    ])
  }
  for (const [key, size, weight] of PILLARS) {
    list.prepare(`KOR${key}`, `Κορμάκι κολώνας ${size}`, 'ΚΟΡΜΑΚΙΑ', 'Item', 500, [['ΚΟΡΜΑΚΙΑ', ['MXYTO', weight]]])
  }
  for (const [key, name, wick, length] of [
    ['FK10', 'Φιτίλι κομμένο 11 cm με βάση', 'FIT6', 11.5],
    ['FK15', 'Φιτίλι κομμένο 16 cm με βάση', 'FIT8', 16.5],
    ['FK20', 'Φιτίλι κομμένο 21 cm με βάση', 'FIT10', 21.5],
    ['FKRES', 'Φιτίλι ρεσό με βάση', 'FIT2', 3.5],
  ] as const) {
    list.prepare(key, name, 'ΦΙΤΙΛΙΑ', 'Item', 2000, [['ΦΙΤΙΛΙΑ', [wick, length, 'CM'], ['BASEF', 1]]])
  }
  list.prepare('RAV25', 'Ράβδος κεριού 25 cm', 'ΚΟΡΜΑΚΙΑ', 'Item', 1000, [
    ['EXTRUDER', ['MTRAP', 0.078], ['FIT4', 27, 'CM']],
  ])
  list.prepare('RAV30', 'Ράβδος κεριού 30 cm', 'ΚΟΡΜΑΚΙΑ', 'Item', 1000, [
    ['EXTRUDER', ['MTRAP', 0.094], ['FIT4', 32, 'CM']],
  ])
}
