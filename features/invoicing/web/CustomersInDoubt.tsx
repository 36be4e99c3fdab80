import { Alert, Anchor, Stack, Text, VisuallyHidden } from '@mantine/core'
import i18n from 'i18next'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { UnionVatCheck } from '#features/customers/web/UnionVatCheck.tsx'
import type { OutputOf } from '#kernel/contract.ts'
import { addressOf } from '#kernel/entity.ts'
import { askQuery } from '#web/api.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { customersInDoubt } from '../domain/many-contract.ts'
import { type Doubt, DOUBTS, WARNED_OF } from '../domain/sending.ts'
import styles from './invoice.module.css'

export type DoubtfulCustomers = OutputOf<typeof customersInDoubt>['customers']

/** The most customers that are named. Further ones are only counted. */
const MOST_NAMED = 20

type Warned = Readonly<Record<(typeof WARNED_OF)[keyof typeof WARNED_OF], boolean>>

/** Returns what the command is told about the warnings that the person has seen. */
export function warnedOf(customers: DoubtfulCustomers): Warned {
  const saw = (wanted: Doubt) => customers.some(({ doubt }) => doubt === wanted)
  return {
    [WARNED_OF['without-vat']]: saw('without-vat'),
    [WARNED_OF.closed]: saw('closed'),
    [WARNED_OF.unverified]: saw('unverified'),
    [WARNED_OF['vat-abroad']]: saw('vat-abroad'),
  }
}

/** Returns the text of the button that sends the invoices in spite of the warnings. */
export function sendText(customers: DoubtfulCustomers) {
  const [doubt, ...others] = DOUBTS.filter((one) => customers.some((customer) => customer.doubt === one))
  return doubt === undefined || others.length > 0 ? ('doubts.send' as const) : (`${doubt}.send` as const)
}

/**
 * Names what speaks against the invoices of orders, and asks whether they are sent all the same. Returns what the command is told then,
 * or null if the person does not send them. Asks nothing if nothing speaks against them.
 */
export async function askAboutDoubts(ids: number[], title: string): Promise<Warned | null> {
  const { customers } = await askQuery(customersInDoubt, { ids })
  if (customers.length === 0) return warnedOf([])
  const agreed = await confirm({
    title,
    body: (
      <Stack gap="sm">
        <CustomersInDoubt customers={customers} alone />
      </Stack>
    ),
    confirmLabel: i18n.t(sendText(customers), { ns: 'invoicing' }),
  })
  return agreed ? warnedOf(customers) : null
}

type Props = {
  customers: DoubtfulCustomers
  /** True if no other orders are invoiced with these, so that they are not left out. */
  alone: boolean
}

/** Names the customers of whom a person is warned before the press, by reason, with links to what a person can correct. */
export function CustomersInDoubt({ customers, alone }: Props) {
  return DOUBTS.map((doubt) => {
    const those = customers.filter((customer) => customer.doubt === doubt)
    return those.length === 0 ? null : <OneDoubt key={doubt} doubt={doubt} customers={those} alone={alone} />
  })
}

function OneDoubt({ doubt, customers, alone }: Props & { doubt: Doubt }) {
  const { t } = useTranslation('invoicing')
  const mayOpenSettings = useMayOpen('/settings/$form')
  const [only, ...others] = customers
  const orders = customers.reduce((sum, customer) => sum + customer.orderIds.length, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t(`${doubt}.title`, { number: orders })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t(
          doubt === 'vat-abroad' || doubt === 'oss' || doubt === 'no-address'
            ? `${doubt}.body`
            : `${doubt}.${alone && others.length === 0 ? 'alone' : 'body'}`,
        )}
      </Text>
      <ul className={styles.customers}>
        {customers.slice(0, MOST_NAMED).map((customer) => (
          <OneCustomer key={customer.id} customer={customer} alone={alone} />
        ))}
      </ul>
      {doubt === 'vat-abroad' && mayOpenSettings ? (
        <Anchor
          component={PageLink}
          to="/settings/tax?setting=exemptionUnion"
          target="_blank"
          size="sm"
          display="block"
          mt="sm"
        >
          {t('vat-abroad.exemption')}
        </Anchor>
      ) : null}
      {doubt === 'unverified' && alone && only && others.length === 0 ? (
        <UnionVatCheck customerId={only.id} asksAtOnce />
      ) : null}
      {customers.length > MOST_NAMED ? (
        <Text size="sm">{t('without-vat.more', { number: customers.length - MOST_NAMED })}</Text>
      ) : null}
    </Alert>
  )
}

/** The field of the customer in which a doubt is settled. Another customer may settle the others. */
const FIELD_OF: Readonly<Partial<Record<Doubt, 'taxKind' | 'address'>>> = {
  'vat-abroad': 'taxKind',
  oss: 'taxKind',
  'no-address': 'address',
}

/** Names a customer with the orders, and links to what a person can do about the doubt. */
function OneCustomer({ customer, alone }: { customer: DoubtfulCustomers[number]; alone: boolean }) {
  const { t } = useTranslation('invoicing')
  const { id, name, doubt, orderIds } = customer
  const abroad = doubt === 'vat-abroad'
  const field = FIELD_OF[doubt]
  // the customer may be entered twice, and the other one may have the VAT number
  const remedy = field ? `/customer-detail/${id}?tab=edit&field=${field}` : `/merge-customers?from=${id}`
  const mayRemedy = useMayOpen(field ? '/customer-detail/$id' : '/merge-customers')
  return (
    <li data-doubt={doubt}>
      <Anchor component={PageLink} to={`/customer-detail/${id}`} target="_blank" size="sm">
        {name}
      </Anchor>{' '}
      <Orders ids={orderIds} linked={abroad && !alone} />
      {mayRemedy ? (
        <>
          {' · '}
          <Anchor component={PageLink} to={remedy} target="_blank" size="sm">
            {t(field === undefined ? 'merge' : field === 'address' ? 'no-address.enter' : 'vat-abroad.kind')}
            <VisuallyHidden>({name})</VisuallyHidden>
          </Anchor>
        </>
      ) : null}
    </li>
  )
}

/** Lists the numbers of orders, as links to their pages if a person must change them. */
function Orders({ ids, linked }: { ids: readonly number[]; linked: boolean }) {
  if (!linked) return <span className="figures">{ids.map((id) => `#${id}`).join(', ')}</span>
  return (
    <span className="figures">
      {ids.map((id, place) => (
        <Fragment key={id}>
          {place === 0 ? null : ', '}
          <Anchor component={PageLink} to={addressOf(ordersEntity, id)} target="_blank" size="sm">
            #{id}
          </Anchor>
        </Fragment>
      ))}
    </span>
  )
}
