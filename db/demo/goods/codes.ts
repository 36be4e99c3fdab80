/** The codes of the goods of the demo company in the combined nomenclature (CN). */

const CANDLES = '34060000'
const PREPARED_WAX = '34049000'
const CORRUGATED_BOX = '48191000'
const FOLDING_BOX = '48192000'
const LABEL = '48211010'
const GLASSWARE = '70139900'
const LANTERN = '94055000'
const GLASS_JAR = '70109091'

/** The code of all goods of a category that have no code of their own below. */
const OF_CATEGORY: Readonly<Record<string, string>> = {
  ΚΟΛΩΝΕΣ: CANDLES,
  ΤΡΑΠΕΖΙΟΥ: CANDLES,
  ΓΕΜΙΣΤΑ: CANDLES,
  ΑΡΩΜΑΤΙΚΑ: CANDLES,
  ΡΕΣΟ: CANDLES,
  ΕΚΚΛΗΣΙΑΣΤΙΚΑ: CANDLES,
  ΒΕΝΕΤΙΚΑ: CANDLES,
  ΚΟΡΜΑΚΙΑ: CANDLES,
  ΜΕΙΓΜΑΤΑ: PREPARED_WAX,
  // paraffin wax with less than 0.75 % of oil
  'ΠΡΩΤΕΣ ΥΛΕΣ': '27122090',
  // textile wicks
  ΦΙΤΙΛΙΑ: '59080000',
  // synthetic organic dyes
  ΧΡΩΜΑΤΑ: '32041900',
  // mixtures of odoriferous substances
  ΑΡΩΜΑΤΑ: '33029090',
  ΓΥΑΛΙΚΑ: GLASSWARE,
  ΣΥΣΚΕΥΑΣΙΑ: CORRUGATED_BOX,
}

const OF_GOODS: Readonly<Record<string, string>> = {
  // stearic acid, refined beeswax, hydrogenated soya-bean oil, microcrystalline wax
  STEAR: '38231100',
  MELIS: '15219099',
  SOGIA: '15162096',
  MICRO: '27129099',
  // an article of steel
  BASEF: '73269098',
  // varnish of acrylic polymers in water
  LAKA: '32091000',
  KDORO: FOLDING_BOX,
  KRESO: FOLDING_BOX,
  KRESO100: FOLDING_BOX,
  ETIK: LABEL,
  ETIKAR: LABEL,
  // film of polyethylene
  FILM: '39201025',
  // an article of aluminium
  KYPRES: '76169990',
  FANOS: LANTERN,
  FANOSM: LANTERN,
  KANTIL: LANTERN,
  FANARI: LANTERN,
  // wooden tableware, other articles of wood
  DISKOS: '44199000',
  KAPAKI: '44219999',
  VAZOM: GLASS_JAR,
  VAZOL: GLASS_JAR,
}

/** Returns the code of goods of the demo company. Throws if the category has none. */
export function codeOfGoods({ key, category }: { readonly key: string; readonly category: string }): string {
  const code = OF_GOODS[key] ?? OF_CATEGORY[category]
  if (code === undefined) throw new Error(`${key} of the category ${category} has no code of goods`)
  return code
}
