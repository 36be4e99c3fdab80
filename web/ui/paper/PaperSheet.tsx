/** Shows a paper as the browser prints it, identical to its PDF (server/papers/definition.ts). */
import type { CSSProperties, ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { capitals, HEAD_FACTS, type Paper, type PaperBlock, type PaperTable, titleHeight } from '#kernel/paper.ts'
import { useTabName } from '#web/page-title.ts'
import { usePaperPages } from './paper-pages.ts'
import printed from '#web/ui/paper/print-page.module.css'
import styles from './paper.module.css'

/** A page with one paper and buttons above it. Only the paper is printed. */
export function PaperPage({ paper, actions }: { paper: Paper; actions: ReactNode }) {
  usePaperPages(paper)
  const { title, number, parties } = paper
  useTabName([`${title} ${number}`.trim(), parties[0]?.name].filter(Boolean).join(' · '))
  return (
    <div className={printed.page}>
      <div className="no-print">{actions}</div>
      <PaperSheet paper={paper} Title="h1" />
    </div>
  )
}

/** The paper, scaled to the available width. */
export function PaperSheet({ paper, Title = 'p' }: { paper: Paper; Title?: 'h1' | 'p' }) {
  const { t } = useTranslation('frame')
  const { company, title, number, facts, marks, parties, blocks, foot } = paper
  return (
    <div className={styles.frame} role="group" aria-label={t('paper-view', { title, number })} tabIndex={0}>
      <div className={styles.measure}>
        <article className={styles.sheet} lang="el">
          <div className={styles.head} style={{ '--facts': HEAD_FACTS } as CSSProperties}>
            <div>
              {company.logo === undefined ? null : <img className={styles.logo} src={company.logo} alt="" />}
              <p className={styles.company}>{company.name}</p>
              {company.lines.map((line, at) => (
                <p key={at} className={styles.line}>
                  {line}
                </p>
              ))}
            </div>
            <div>
              <Title className={styles.title} style={{ '--height': titleHeight(title, number) } as CSSProperties}>
                {capitals(title)} {number}
              </Title>
              <dl className={styles.facts}>
                {facts.map((fact, at) => (
                  <FactRow key={at} {...fact} />
                ))}
              </dl>
            </div>
          </div>
          {marks.map((mark) => (
            <p key={mark} className={styles.mark}>
              {mark}
            </p>
          ))}
          {parties.length === 0 ? null : (
            <div className={styles.parties}>
              {parties.map(({ heading, name, lines }, at) => (
                <div key={at}>
                  <p className={styles.small}>{heading}</p>
                  <p className={styles.party}>{name}</p>
                  {lines.map((line, place) => (
                    <p key={place}>{line}</p>
                  ))}
                </div>
              ))}
            </div>
          )}
          {blocks.map((block, at) => (
            <Block key={at} block={block} />
          ))}
          <div className={styles.foot}>
            <p className={styles.small}>{foot.printed}</p>
            <p className={`${styles.small} ${styles.strong}`}>{marks.join(' · ')}</p>
          </div>
        </article>
      </div>
    </div>
  )
}

const FactRow = ({ label, value, className }: { label: string; value: string; className?: string }) => (
  <>
    <dt className={className}>{label}</dt>
    <dd className={className}>{value}</dd>
  </>
)

function Block({ block }: { block: PaperBlock }) {
  switch (block.kind) {
    case 'table':
      return <Table table={block} />
    case 'totals':
      return (
        <div className={`${styles.block} ${styles.totals}`}>
          {block.beside ? <Table table={block.beside} beside /> : null}
          <dl>
            {block.rows.map((row, at) => (
              <FactRow key={at} {...row} className={at === block.rows.length - 1 ? styles.counts : undefined} />
            ))}
          </dl>
        </div>
      )
    case 'notes':
      return (
        <div className={`${styles.block} ${styles.notes}`}>
          <p className={styles.small}>{block.heading}</p>
          {block.lines.map((line, at) => (
            <p key={at}>{line === '' ? '\u00a0' : line}</p>
          ))}
        </div>
      )
    case 'code':
      return <Code {...block} />
    case 'signatures':
      return (
        <div className={styles.signatures}>
          {block.labels.map((label, at) => (
            <p key={at}>{label}</p>
          ))}
        </div>
      )
  }
}

/** An address as a QR code, with facts beside it. The QR code is drawn once its program is loaded. */
function Code({ content, rows }: Extract<PaperBlock, { kind: 'code' }>) {
  const qr = useQuery({
    queryKey: ['qr', content],
    queryFn: async () => (await import('./qr.ts')).qrPicture(content),
    enabled: content !== '',
    staleTime: Infinity,
  })
  return (
    <div className={`${styles.block} ${styles.code}`}>
      {content === '' ? null : <div className={styles.qr}>{qr.data ? <img src={qr.data} alt="" /> : null}</div>}
      <dl>
        {rows.map((row, at) => (
          <FactRow key={at} {...row} />
        ))}
      </dl>
    </div>
  )
}

/** The distance between the texts of two columns, in millimetres. */
const BETWEEN = 3.5
const EDGE = BETWEEN / 2

function Table({ table: { heading, columns, rows, sums }, beside = false }: { table: PaperTable; beside?: boolean }) {
  const last = columns.length - 1
  const widthOf = (width: number | null, at: number): CSSProperties =>
    width === null ? {} : { width: `calc(${width + (at === 0 || at === last ? EDGE : BETWEEN)} * var(--mm))` }
  const side = (at: number) => (columns[at]?.align === 'right' ? styles.figure : undefined)
  const cells = (row: readonly string[]) =>
    row.map((text, at) => (
      <td key={at} className={side(at)}>
        {text}
      </td>
    ))
  return (
    <div className={`${styles.block} ${beside ? styles.beside : ''}`}>
      <table>
        <colgroup>
          {columns.map(({ width }, at) => (
            <col key={at} style={widthOf(width, at)} />
          ))}
        </colgroup>
        <thead>
          {heading === '' ? null : (
            <tr>
              <th colSpan={columns.length} scope="colgroup" className={styles.over}>
                {heading}
              </th>
            </tr>
          )}
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col" className={side(at)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>{cells(row)}</tr>
          ))}
          {sums.map((row, at) => (
            <tr key={`sum-${at}`} className={styles.sum}>
              {cells(row)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
