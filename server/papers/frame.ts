/** Adds the common parts to every paper: the letterhead of the company, the file name and the foot. */
import type { Company } from '#kernel/settings/company.ts'
import { readCompany, readLogo } from '#server/company.ts'
import type { Day } from '#kernel/day.ts'
import type { Paper } from '#kernel/paper.ts'
import { shownIban } from '#kernel/settings/checks.ts'
import type { Rows } from '#server/db/database.ts'
import type { MailFile } from '#server/integrations/mail/mail.ts'
import { onPaper, type PaperTexts, paperTexts } from './texts.ts'

/** The parts of a paper that the feature supplies. */
export type PaperContent = Pick<Paper, 'title' | 'number' | 'facts' | 'marks' | 'parties' | 'blocks'> & {
  /** The addressee; part of the file name. */
  readonly name: string
  /** False for a paper of another company, which does not end with the own bank accounts and terms. */
  readonly closes?: boolean
  /** Labels of the lines for signatures at the end; none for a paper that is not signed. */
  readonly signatures?: readonly string[]
}

const frame = paperTexts()

/** Returns a complete paper that is printed today. */
export async function framePaper(
  rows: Rows,
  today: Day,
  { name, closes = true, signatures = [], ...content }: PaperContent,
): Promise<Paper> {
  const company = await readCompany(rows)
  const logo = await readLogo(rows)
  return {
    fileName: fileNameOf(`${content.title} ${content.number} ${name}`),
    company: { name: company.name, lines: letterhead(company, frame), ...(logo !== null && { logo }) },
    ...content,
    blocks: [
      ...content.blocks,
      ...(closes ? closing(company, frame) : []),
      ...(signatures.length === 0 ? [] : [{ kind: 'signatures' as const, labels: [...signatures] }]),
    ],
    foot: { printed: frame('printed', { day: onPaper.day(today) }), page: frame('page'), of: frame('of') },
  }
}

/** Returns the logo of the letterhead as a file of a mail; null if the company has none. */
export async function readMailLogo(rows: Rows): Promise<MailFile | null> {
  const [, type, content] = /^data:image\/(png|jpeg);base64,(.+)$/.exec((await readLogo(rows)) ?? '') ?? []
  if (type === undefined || content === undefined) return null
  return { name: `logo.${type}`, mediaType: `image/${type}`, content: Buffer.from(content, 'base64') }
}

/** Returns the text lines below the name of the company. Unknown values are left out without a gap. */
function letterhead(company: Company, t: PaperTexts): string[] {
  const said = (key: string, value: string) => (value === '' ? '' : t(key, { value }))
  return [
    company.profession,
    company.address,
    [said('vat', company.vat), said('tax-office', company.taxOffice), said('gemi', company.gemi)],
    [said('phone', company.phone), company.email, company.website],
  ]
    .map((line) => (typeof line === 'string' ? line : line.filter(Boolean).join(' · ')))
    .filter(Boolean)
}

const closing = ({ bankAccounts, terms }: Company, t: PaperTexts): Paper['blocks'] => [
  ...(bankAccounts.length === 0
    ? []
    : [
        {
          kind: 'notes' as const,
          heading: t('bank-accounts'),
          lines: bankAccounts.map(({ bank, iban }) => [bank, shownIban(iban)].filter(Boolean).join(': ')),
        },
      ]),
  ...(terms.trim() === '' ? [] : [{ kind: 'notes' as const, heading: t('terms'), lines: terms.trim().split('\n') }]),
]

/** Returns a file name that every operating system accepts, whatever the text contains. */
export function fileNameOf(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${Array.from(plain)
    .slice(0, 100)
    .join('')
    .replace(/[ .]+$/, '')}.pdf`
}
