/** Reads the first sheet of an Excel file as rows of texts and numbers, with Node alone. */
import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive by name. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('the file is not a ZIP archive')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), content.toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}

const plain = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Returns the rows of the first sheet. An empty cell is null. */
export function readExcel(file: Buffer): (string | number | null)[][] {
  const files = unzip(file)
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(
    (match) => plain(match[1] ?? ''),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml')
  if (sheet === undefined) throw new Error(`the archive has no sheet, only ${[...files.keys()].join(', ')}`)
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number | null)[] = []
    for (const [, attributes = '', content = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(content)?.[1]
      if (value === undefined) continue
      const place = placeOf(/r="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? 'A')
      // Excel files leave out empty cells.
      while (cells.length < place) cells.push(null)
      cells[place] = attributes.includes('t="s"') ? (texts[Number(value)] ?? null) : Number(value)
    }
    return cells
  })
}

/** Returns the number of a column: 'A' is 0, 'Z' is 25, 'AA' is 26. */
const placeOf = (letters: string): number =>
  Array.from(letters).reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
