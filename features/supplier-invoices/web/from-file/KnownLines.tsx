import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { sumQuantities } from '#kernel/money.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import type { FileDraftLine } from '../../domain/from-file/contract.ts'
import styles from './from-file.module.css'

type Props = {
  lines: readonly FileDraftLine[]
  /** False for a delivery note, which has no amounts. */
  priced: boolean
  /** Asks a line again; null where nothing can be changed. */
  reopen: ((line: number) => void) | null
}

/** Shows the lines that need no answer: what the file says, and which product it is. */
export function KnownLines({ lines, priced, reopen }: Props) {
  const { t } = useTranslation('purchases')
  if (lines.length === 0) return null
  return (
    <Panel title={t('file.matched.title', { lines: lines.length })} flush>
      <div className={shortTable.scroll}>
        <table
          className={`${shortTable.list} ${styles.known}`}
          aria-label={t('file.matched.title', { lines: lines.length })}
        >
          <thead>
            <tr>
              <th scope="col">{t('file.matched.of-file')}</th>
              <th scope="col">{t('word.product')}</th>
              <th scope="col" className={shortTable.end}>
                {t('word.quantity')}
              </th>
              {priced ? (
                <th scope="col" className={shortTable.end}>
                  {t('file.matched.net')}
                </th>
              ) : null}
              {reopen ? (
                <th scope="col">
                  <VisuallyHidden>{t('file.matched.change')}</VisuallyHidden>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <KnownLine key={line.line} line={line} priced={priced} reopen={reopen} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function KnownLine({ line, priced, reopen }: { line: FileDraftLine } & Omit<Props, 'lines'>) {
  const { t } = useTranslation('purchases')
  const { match, becomes, code, name } = line
  const [first] = becomes
  return (
    <tr>
      <td>
        {name || code} <small className={styles.quiet}>{name === '' ? '' : code}</small>
      </td>
      <td>
        {match.state === 'matched' ? (
          <>
            <Anchor component={PageLink} to={`/product-overview/${match.product.id}`} size="sm">
              {match.product.name}
            </Anchor>{' '}
            <small className={styles.quiet}>{t(`file.by.${match.by}`)}</small>
          </>
        ) : (
          <span className={styles.quiet}>{t('file.matched.expense')}</span>
        )}
      </td>
      <td className={shortTable.end}>
        <QuantityText value={sumQuantities(becomes.map(({ quantity }) => quantity))} unit={first?.unit ?? ''} />
      </td>
      {priced ? (
        <td className={shortTable.end}>
          <MoneyText value={line.net} />
        </td>
      ) : null}
      {reopen ? (
        <td className={shortTable.end}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('file.matched.change-of', { name: name || code })}
            onClick={() => reopen(line.line)}
          >
            {t('file.matched.change')}
          </Button>
        </td>
      ) : null}
    </tr>
  )
}
