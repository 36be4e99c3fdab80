import { ActionIcon, Anchor, Badge, Button, Group, VisuallyHidden } from '@mantine/core'
import { ChartLine, Pencil, Plus } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { PriceText, QuantityText } from '#web/ui/texts.tsx'
import type { ProviderProduct } from '../domain/contract.ts'
import { purchasesRights } from '../domain/rights.ts'
import { EntryDialog, type EntryOf } from './EntryDialog.tsx'
import { LastPrices } from './LastPrices.tsx'

type Props = {
  title: string
  rows: readonly ProviderProduct[]
  /** The product or the provider whose page this is. The rows name the other one. */
  of: EntryOf
  /** Shown above and below the table: a search, further pages. */
  before?: ReactNode
  after?: ReactNode
  empty: string
}

/** Lists the entries of catalogues, of one product or of one provider, with their last prices. */
export function CatalogueList({ title, rows, of, before, after, empty }: Props) {
  const { t } = useTranslation('purchases')
  const mayWrite = useMay(purchasesRights.write)
  const seesPrices = useMay(productsRights.cost)
  const [edited, setEdited] = useState<ProviderProduct | 'new' | null>(null)
  const [priced, setPriced] = useState<ProviderProduct | null>(null)
  return (
    <Panel
      title={title}
      flush
      actions={
        mayWrite ? (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t(of.productId === null ? 'catalogue.add-product' : 'catalogue.add-provider')}
          </Button>
        ) : null
      }
    >
      {before}
      {rows.length === 0 ? (
        <p style={{ margin: 0, padding: 16 }}>{empty}</p>
      ) : (
        <div role="group" className={shortTable.scroll} tabIndex={0} aria-label={title}>
          <table className={`${shortTable.list} ${shortTable.named}`} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t(of.productId === null ? 'catalogue.product' : 'catalogue.provider')}</th>
                <th scope="col" className={shortTable.end}>
                  {t('catalogue.price')}
                </th>
                <th scope="col" className={shortTable.end}>
                  {t('catalogue.days')}
                </th>
                <th scope="col" className={shortTable.end}>
                  {t('catalogue.pack')}
                </th>
                <th scope="col">
                  <VisuallyHidden>{t('catalogue.actions')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row
                  key={`${row.providerId}:${row.productId}`}
                  row={row}
                  of={of}
                  edit={mayWrite ? () => setEdited(row) : null}
                  showPrices={seesPrices ? () => setPriced(row) : null}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {after}
      {edited === null ? null : (
        <EntryDialog of={of} entry={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      )}
      {priced === null ? null : <LastPrices of={priced} close={() => setPriced(null)} />}
    </Panel>
  )
}

type RowProps = {
  row: ProviderProduct
  of: EntryOf
  edit: (() => void) | null
  showPrices: (() => void) | null
}

function Row({ row, of, edit, showPrices }: RowProps) {
  const { t } = useTranslation('purchases')
  const [to, name] =
    of.productId === null
      ? [`/product-overview/${row.productId}`, row.productName]
      : [`/provider-detail/${row.providerId}`, row.providerName]
  return (
    <tr>
      <th scope="row">
        <Anchor component={PageLink} to={to} size="sm">
          {name}
        </Anchor>{' '}
        {row.preferred ? (
          <Badge variant="light" size="sm" tt="none">
            {t('catalogue.preferred')}
          </Badge>
        ) : null}
        <small>{[row.code, row.name].filter(Boolean).join(' · ')}</small>
      </th>
      <td className={shortTable.end}>{row.price === null ? null : <PriceText value={row.price} />}</td>
      <td className={shortTable.end}>{row.leadDays}</td>
      <td className={shortTable.end}>
        {row.pack > 0 ? <QuantityText value={row.pack} unit={row.unit} /> : null}
        {row.minimum > 0 ? (
          <small>
            {t('catalogue.at-least')} <QuantityText value={row.minimum} unit={row.unit} />
          </small>
        ) : null}
      </td>
      <td className={shortTable.end}>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {showPrices ? (
            <ActionIcon variant="subtle" size="lg" aria-label={t('catalogue.prices-of', { name })} onClick={showPrices}>
              <ChartLine size={16} aria-hidden />
            </ActionIcon>
          ) : null}
          {edit ? (
            <ActionIcon variant="subtle" size="lg" aria-label={t('catalogue.edit', { name })} onClick={edit}>
              <Pencil size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </Group>
      </td>
    </tr>
  )
}
