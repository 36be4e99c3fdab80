import { Group, SegmentedControl, Text } from '@mantine/core'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { NOTHING } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { isCnCode, shownCode, typedCode } from '../../domain/codes/cn-code.ts'
import { changeCodes, type CodedRow, codesOfMany } from '../../domain/codes/contract.ts'
import type { ContentOfMany } from '../many/ManyDialog.tsx'
import many from '../many/many.module.css'
import { CnCodeField } from './CnCodeField.tsx'
import { CodeProblemText } from './CodeProblemText.tsx'
import styles from './codes.module.css'

const WAYS = ['category', 'one'] as const
type Way = (typeof WAYS)[number]

/** Returns the code that a product gets: the typed one, or the proposal of its category where it has no valid one. Null if it keeps its own. */
function nextCode(row: CodedRow, way: Way, typed: string): string | null {
  const code = way === 'one' ? typedCode(typed) : row.problem === null ? null : row.proposal
  return code !== null && isCnCode(code) && code !== row.cnCode ? code : null
}

/** Shows the new codes of products while they are chosen, and stores them as they are shown. */
export function NewCodes({ ids, close, saved }: ContentOfMany) {
  const { t } = useTranslation('products')
  const answer = useAsk(codesOfMany, { ids: [...ids] })
  const [chosenWay, setWay] = useState<Way | null>(null)
  const [typed, setTyped] = useState('')
  const rows = answer.data?.rows ?? []
  // without any proposal there is only one way
  const way = chosenWay ?? (rows.some((row) => nextCode(row, 'category', '') !== null) ? 'category' : 'one')
  const changing = rows.flatMap((row) => {
    const cnCode = nextCode(row, way, typed)
    return cnCode === null ? [] : [{ id: row.id, version: row.version, cnCode }]
  })
  const run = useRun(changeCodes, {
    onSuccess: ({ changed }) => saved(changed),
    onError: (error) => {
      if (error instanceof Refused) void answer.refetch()
    },
  })
  const wrong = way === 'one' && !isCnCode(typedCode(typed) ?? '')
  const closed =
    answer.data === undefined
      ? null
      : wrong
        ? t('many-codes.no-code')
        : changing.length === 0
          ? t('many-codes.none')
          : null
  return (
    <>
      <WayChoice
        way={way}
        typed={typed}
        category={onlyCategory(rows)}
        choose={(next, text) => {
          setWay(next)
          setTyped(text)
          run.reset()
        }}
      />
      <RefusalText error={run.error} />
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <CodeTable rows={rows} way={way} typed={typed} />
      <div className={many.foot}>
        <Group justify="flex-end" gap="xs" className={many.buttons ?? ''}>
          <ActionButton variant="default" onClick={close}>
            {t('action.cancel', { ns: 'frame' })}
          </ActionButton>
          <ActionButton
            closed={closed}
            pending={run.isPending || answer.isPending}
            onClick={() => run.mutate({ products: changing })}
          >
            {t('many-codes.run', { number: changing.length })}
          </ActionButton>
        </Group>
      </div>
    </>
  )
}

type WayChoiceProps = { way: Way; typed: string; category: string; choose: (way: Way, typed: string) => void }

/** Chooses between the code of each category and one code for all, which is typed. */
function WayChoice({ way, typed, category, choose }: WayChoiceProps) {
  const { t } = useTranslation('products')
  const label = useId()
  return (
    <div className={many.choice}>
      <div className={many.field}>
        <Text size="sm" fw={500} id={label}>
          {t('many-codes.way')}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          value={way}
          data={WAYS.map((value) => ({ value, label: t(`many-codes.of.${value}`) }))}
          onChange={(value) => choose(WAYS.find((one) => one === value) ?? way, typed)}
        />
      </div>
      {way === 'one' ? (
        <div className={many.figure}>
          <CnCodeField value={typed} onChange={(text) => choose(way, text)} category={category} data-autofocus />
        </div>
      ) : null}
    </div>
  )
}

/** Returns the category of all rows; empty if they have several. */
function onlyCategory(rows: readonly CodedRow[]): string {
  const [first, ...others] = new Set(rows.map(({ category }) => category))
  return others.length === 0 ? (first ?? '') : ''
}

type TableProps = { rows: readonly CodedRow[]; way: Way; typed: string }

/** Lists the products with the old and the new code. */
const CodeTable = memo(function CodeTable({ rows, way, typed }: TableProps) {
  const { t } = useTranslation('products')
  return (
    <div
      className={`${shortTable.scroll} ${shortTable.limited}`}
      role="group"
      tabIndex={0}
      aria-label={t('many-codes.open')}
    >
      <table className={`${shortTable.list} ${shortTable.named} ${many.prices} ${styles.codes}`}>
        <thead>
          <tr>
            <th scope="col">{t('word.product')}</th>
            <th scope="col">{t('column.category')}</th>
            <th scope="col">{t('column.cnCode')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const next = nextCode(row, way, typed)
            const old = row.cnCode === null ? NOTHING : shownCode(row.cnCode)
            return (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {row.sku === '' ? null : <small>{row.sku}</small>}
                </th>
                <td>{row.category}</td>
                <td className="figures">
                  {next === null ? (
                    old
                  ) : (
                    <>
                      {row.cnCode === null ? null : (
                        <>
                          <s>{old}</s> <span aria-hidden>→</span>{' '}
                        </>
                      )}
                      <strong>{shownCode(next)}</strong>
                    </>
                  )}
                  {next !== null || row.problem === null ? null : <CodeProblemText problem={row.problem} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
})
