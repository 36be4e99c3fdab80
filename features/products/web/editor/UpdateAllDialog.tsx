import { Checkbox, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { PriceText, QuantityText } from '#web/ui/texts.tsx'
import { type CarriedRow, previewUpdateAll } from '../../domain/update-all-contract.ts'
import type { useSaving } from './use-saving.tsx'
import styles from './recipe.module.css'

type Props = { productId: number; carrying: ReturnType<typeof useSaving>['carrying'] }

/**
 * Shows the products that use a changed material, with what would change. The person leaves products out. If there are
 * very many, the next ones follow after each press.
 */
export function UpdateAllDialog(props: Props) {
  const { t } = useTranslation('products')
  const { previewing, close, after } = props.carrying
  return (
    <Dialog opened={previewing} onClose={close} title={t('update-all.title')} size="xl">
      <Preview key={after} {...props} />
    </Dialog>
  )
}

function Preview({ productId, carrying: { replacements, changes, after, run, close } }: Props) {
  const { t } = useTranslation('products')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [pending, setPending] = useState(false)
  const input = { id: productId, changes, replacements: [...replacements], after }
  const answer = useAsk(previewUpdateAll, input, { topics: ['products'] })
  if (answer.data === undefined)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={5} height={36} />
    )
  const { rows, next } = answer.data
  const chosen = rows.filter((row) => row.refusal === null && !left.has(row.id))
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const press = async () => {
    setPending(true)
    await run({ products: chosen.map(({ id, version }) => ({ id, version })), next }).finally(() => setPending(false))
  }
  return (
    <>
      <Text size="sm" mb="sm">
        {t(rows.length === 0 ? 'update-all.none' : 'update-all.hint')}
      </Text>
      {next === null ? null : (
        <Text size="sm" c="var(--warning-text)" mb="sm">
          {t('update-all.more', { count: rows.length })}
        </Text>
      )}
      {rows.length === 0 ? null : <CarriedTable rows={rows} left={left} toggle={toggle} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <ActionButton variant="default" onClick={close}>
          {t('action.cancel', { ns: 'frame' })}
        </ActionButton>
        <ActionButton data-autofocus pending={pending} onClick={() => void press()}>
          {t('update-all.run', { count: chosen.length })}
        </ActionButton>
      </Group>
    </>
  )
}

type TableProps = { rows: readonly CarriedRow[]; left: ReadonlySet<number>; toggle: (id: number) => void }

function CarriedTable({ rows, left, toggle }: TableProps) {
  const { t } = useTranslation('products')
  const decimals = priceDecimals(rows.flatMap(({ oldCost, newCost }) => [oldCost, newCost]))
  const seesCosts = rows.some(({ newCost }) => newCost !== null)
  return (
    <div
      className={`${shortTable.scroll} ${shortTable.limited}`}
      role="group"
      tabIndex={0}
      aria-label={t('update-all.title')}
    >
      <table className={shortTable.list}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('update-all.change')}</th>
            {seesCosts ? (
              <th scope="col" className={shortTable.end}>
                {t('column.costPrice')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Checkbox
                  label={row.name}
                  description={row.sku || undefined}
                  checked={row.refusal === null && !left.has(row.id)}
                  disabled={row.refusal !== null}
                  onChange={() => toggle(row.id)}
                />
              </td>
              <td>
                {row.refusal === null ? (
                  row.lines.map((line, index) => <CarriedLine key={index} line={line} />)
                ) : (
                  <span className={styles.refused}>{refusalText(row.refusal)}</span>
                )}
              </td>
              {seesCosts ? (
                <td className={shortTable.end}>
                  <Change
                    from={<PriceText value={row.oldCost} decimals={decimals} />}
                    to={<PriceText value={row.newCost} decimals={decimals} />}
                  />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Change = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <>
    <s>{from}</s> → <strong>{to}</strong>
  </>
)

function CarriedLine({ line: { from, to, differs } }: { line: CarriedRow['lines'][number] }) {
  const { t } = useTranslation('products')
  return (
    <div>
      {from.name === to.name ? `${from.name}: ` : <Change from={from.name} to={to.name} />}{' '}
      <Change
        from={<QuantityText value={from.quantity} unit={from.unit} />}
        to={<QuantityText value={to.quantity} unit={to.unit} />}
      />
      {differs ? <div className={styles.differs}>{t('update-all.differs')}</div> : null}
    </div>
  )
}
