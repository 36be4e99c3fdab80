import { SegmentedControl, UnstyledButton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AGES } from '#features/parties/domain/aging.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import figures from '#web/ui/figures.module.css'
import { Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Figure } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { MoneyText } from '#web/ui/texts.tsx'
import {
  AGED_KINDS,
  AGED_PAGE,
  agedList,
  type AgedKind,
  countOpen,
  listOpen,
  type OpenCharge,
  sumOpenCharges,
} from '../domain/aged.ts'
import { useDocumentAddress } from './frame/DocumentsDrawer.tsx'
import { DrawerTable } from './frame/DrawerTable.tsx'
import styles from './frame/report.module.css'

const address = z.object({ kind: z.enum(AGED_KINDS).catch('customers') })
const chargeKey = (row: OpenCharge): number => row.key

type Text = TFunction<readonly ['reports', 'parties']>
/** What a press opens: all open charges of a party, or those of one age. */
type Opened = { readonly label: string; readonly partyId?: number; readonly age?: (typeof AGES)[number] }

/** Shows what customers owe, or what is owed to providers, by how long. Each figure and each row opens the open documents. */
export default function AgedPage() {
  const { t } = useTranslation(['reports', 'parties'])
  const [{ kind }, setAddress] = useSearchState(address)
  const [opened, setOpened] = useState<Opened | null>(null)
  const fixed = useMemo(() => ({ kind }), [kind])
  return (
    <>
      <PageHeader
        title={t('aged.title')}
        subtitle={t('parties:aging.hint')}
        tabs={
          <SegmentedControl
            size="xs"
            aria-label={t('aged.whose')}
            value={kind}
            data={AGED_KINDS.map((one) => ({ value: one, label: t(`aged.${one}`) }))}
            onChange={(next) => setAddress({ kind: next === 'customers' ? undefined : next })}
          />
        }
      />
      <Totals kind={kind} open={setOpened} />
      <ListTable
        key={kind}
        declared={agedList}
        label={t(`aged.${kind}`)}
        sumsAtFirst
        fixed={fixed}
        onOpen={({ id, name }) => setOpened({ label: name, partyId: id })}
        empty={{ title: t('aged.none') }}
      />
      <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={opened?.label ?? ''} size="xl">
        {opened ? <Charges kind={kind} opened={opened} /> : null}
      </Drawer>
    </>
  )
}

/** The sums of all parties by age. Each opens its documents. */
function Totals({ kind, open }: { kind: AgedKind; open: (opened: Opened) => void }) {
  const { t } = useTranslation(['reports', 'parties'])
  const sums = useAsk(agedList.sums, { filters: { kind } }).data?.sums
  const figure = (label: string, value: number | null | undefined, age?: Opened['age']) => (
    <Figure key={label} label={label}>
      <UnstyledButton className={styles.figure} onClick={() => open({ label, age })}>
        <MoneyText value={value ?? null} />
      </UnstyledButton>
    </Figure>
  )
  return (
    <dl className={figures.figures}>
      {figure(t('aged.open'), sums?.['open'])}
      {AGES.map((age) => figure(t(`parties:aging.${age}`), sums?.[age], age))}
      <Figure label={t('parties:aging.credit')}>
        <MoneyText value={sums?.['credit'] ?? null} />
      </Figure>
    </dl>
  )
}

const chargeColumnsOf = (t: Text, kind: AgedKind): Column<OpenCharge>[] => [
  { key: 'id', header: t('document.id'), kind: 'id', sortable: true, card: 'end' },
  { key: 'day', header: t('document.day'), kind: 'day', sortable: true },
  { key: 'name', header: t('aged.name'), width: 200, card: 'title' },
  ...(kind === 'customers' ? [] : [{ key: 'number', header: t('document.number.invoice'), width: 110 } as const]),
  {
    key: 'age',
    header: t('aged.age'),
    value: ({ age, what }) =>
      [t(`parties:aging.${age}`), what === 'opening' && t('parties:field.openingBalance')].filter(Boolean).join(' · '),
  },
  { key: 'open', header: t('aged.open'), kind: 'money', sortable: true, sum: true },
]

/** The charges that sum to a figure. A row opens its document. */
function Charges({ kind, opened: { label, partyId, age } }: { kind: AgedKind; opened: Opened }) {
  const { t } = useTranslation(['reports', 'parties'])
  const addressOf = useDocumentAddress()
  const columns = useMemo(() => chargeColumnsOf(t, kind), [t, kind])
  const fixed = useMemo(() => ({ kind, partyId, age }), [kind, partyId, age])
  const source = kind === 'customers' ? 'order' : 'invoice'
  return (
    <DrawerTable
      name="open-charges"
      label={label}
      list={listOpen}
      count={countOpen}
      sums={sumOpenCharges}
      columns={columns}
      rowKey={chargeKey}
      fixed={fixed}
      pageSize={AGED_PAGE}
      {...(addressOf(source, 1) !== null && {
        open: ({ id, what }: OpenCharge) =>
          what === 'opening'
            ? `/${kind === 'customers' ? 'customer' : 'provider'}-detail/${id}`
            : (addressOf(what === 'payment' ? 'payment' : source, id) ?? ''),
      })}
    />
  )
}
