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
  const answer = useAsk(previewUpdateAll, input)
  if (answer.data === undefined)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={5} height={36} />
    )
  const { rows, next } = answer.data
  const chosen = rows.filter((row) => row.refusal === null && !left.has(row.id))
  const tick = (ids: readonly number[], ticked: boolean) => {
    const next = new Set(left)
    for (const id of ids) {
      if (ticked) next.delete(id)
      else next.add(id)
    }
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
      {rows.length === 0 ? null : <CarriedTable rows={rows} left={left} tick={tick} />}
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

type TableProps = {
  rows: readonly CarriedRow[]
  /** The products that stay as they are. */
  left: ReadonlySet<number>
  tick: (ids: readonly number[], ticked: boolean) => void
}

/** Shows the products. If some had another quantity, they come first, and one press unticks all of them. */
function CarriedTable({ rows, left, tick }: TableProps) {
  const { t } = useTranslation('products')
  const decimals = priceDecimals(rows.flatMap(({ oldCost, newCost }) => [oldCost, newCost]))
  const seesCosts = rows.some(({ newCost }) => newCost !== null)
  const hadAnother = ({ lines }: CarriedRow) => lines.some(({ differs }) => differs)
  const groups = [
    { title: 'update-all.another', rows: rows.filter(hadAnother) },
    { title: 'update-all.same', rows: rows.filter((row) => !hadAnother(row)) },
  ].filter((group) => group.rows.length > 0)
  const named = rows.some(hadAnother)
  return (
    <div
      className={`${shortTable.scroll} ${shortTable.limited}`}
      role="group"
      tabIndex={0}
      aria-label={t('update-all.title')}
    >
      <table className={`${shortTable.list} ${styles.carried}`}>
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
        {groups.map((group) => (
          <tbody key={group.title}>
            {named ? (
              <GroupRow
                label={t(group.title, { count: group.rows.length })}
                ids={group.rows.filter((row) => row.refusal === null).map((row) => row.id)}
                left={left}
                tick={tick}
                columns={seesCosts ? 3 : 2}
              />
            ) : null}
            {group.rows.map((row) => (
              <ProductRow key={row.id} row={row} left={left} tick={tick} decimals={decimals} seesCosts={seesCosts} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type GroupProps = Pick<TableProps, 'left' | 'tick'> & { label: string; ids: readonly number[]; columns: number }

/** Names a group of products and ticks or unticks all of them. */
function GroupRow({ label, ids, left, tick, columns }: GroupProps) {
  const ticked = ids.filter((id) => !left.has(id)).length
  return (
    <tr>
      <th scope="rowgroup" colSpan={columns} className={styles.group}>
        <Checkbox
          label={label}
          checked={ids.length > 0 && ticked === ids.length}
          indeterminate={ticked > 0 && ticked < ids.length}
          disabled={ids.length === 0}
          onChange={() => tick(ids, ticked === 0)}
        />
      </th>
    </tr>
  )
}

type RowProps = Pick<TableProps, 'left' | 'tick'> & { row: CarriedRow; decimals: number; seesCosts: boolean }

function ProductRow({ row, left, tick, decimals, seesCosts }: RowProps) {
  const { t } = useTranslation('products')
  const ticked = row.refusal === null && !left.has(row.id)
  return (
    <tr>
      <td>
        <Checkbox
          label={row.name}
          description={row.sku || undefined}
          checked={ticked}
          disabled={row.refusal !== null}
          onChange={() => tick([row.id], !ticked)}
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
        <td className={shortTable.end} data-label={t('column.costPrice')}>
          <Change
            from={<PriceText value={row.oldCost} decimals={decimals} />}
            to={<PriceText value={row.newCost} decimals={decimals} />}
          />
        </td>
      ) : null}
    </tr>
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
