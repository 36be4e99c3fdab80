import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { MapPin } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { salespersonName, salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { kindOf } from '#kernel/tax/customer-kind.ts'
import { useAsk } from '#web/query.ts'
import { valueText } from '#web/records/field-text.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { DayText, MomentText, RateText } from '#web/ui/texts.tsx'
import { addressLine } from '../address-line.ts'
import { fieldOf, PARTY_FIELD_NAMES, type PartyField } from '../../domain/fields.ts'
import type { StoredParty } from '../form/party-form.ts'
import { hasWrongVat } from '../../domain/vat-digit.ts'
import mark from '#web/ui/mark.module.css'
import surfaces from '#web/ui/surfaces.module.css'
import { NOTHING } from '#web/format.ts'
import styles from '../parties.module.css'
import { TaxNotice } from './TaxNotice.tsx'

const phoneLink = (phone: string) =>
  phone === '' ? null : <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>

const mailLink = (email: string) =>
  email === '' ? null : (
    <Anchor href={`mailto:${addressesIn(email).join(',')}`} style={{ overflowWrap: 'anywhere' }}>
      {email}
    </Anchor>
  )

type OfParty = { party: StoredParty }

/** Shows the data of a party: company, tax, contact, addresses and custom fields. */
export function PartyProfile({ party, isCustomer = false }: OfParty & { isCustomer?: boolean }) {
  const { t } = useTranslation('parties')
  return (
    <>
      <Panel title={t('part.profile')}>
        {isCustomer ? <TaxNotice customer={party} /> : null}
        <ProfileFacts party={party} isCustomer={isCustomer} />
        <Tags tags={party.tags} />
      </Panel>
      <FurtherAddresses addresses={party.extraAddresses} />
      <Panel title={t('part.custom-fields')}>
        {party.customFields.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('custom-fields.empty')}
          </Text>
        ) : (
          <Facts items={party.customFields.map((field) => ({ label: field.name || NOTHING, value: field.value }))} />
        )}
      </Panel>
    </>
  )
}

/** Shows the company, tax and contact data of a party. */
export function ProfileFacts({ party, isCustomer }: OfParty & { isCustomer: boolean }) {
  const { t } = useTranslation('parties')
  const own: Partial<Record<PartyField, ReactNode>> = {
    phone: phoneLink(party.phone),
    phone2: phoneLink(party.phone2),
    email: mailLink(party.email),
    representor: party.representor,
    address: party.address,
    city: [party.postcode, party.city].filter(Boolean).join(' '),
    country: party.country,
    vat: <Vat party={party} />,
    taxOffice: party.taxOffice,
    vatType: <RateText value={party.vatType} />,
    discount: <RateText value={party.discount} />,
    paymentDays: party.paymentDays === null ? t('terms.usual') : String(party.paymentDays),
    ...(isCustomer && {
      taxKind: party.taxKind
        ? t(`tax-kind.${party.taxKind}`)
        : t('tax-kind.by-data', { kind: t(`tax-kind.${kindOf(party)}`) }),
      paymentWay: t(`payment-way.${party.paymentWay || 'usual'}`),
    }),
    category: party.category && t(`party-category.${party.category}`, { defaultValue: party.category }),
    salespersonId: party.salespersonId === null ? null : <Salesperson id={party.salespersonId} />,
  }
  const shown = { ...own, ...otherTexts(party, own) }
  return (
    <Facts
      items={[
        ...Object.entries(shown).map(([name, value]) => ({ label: t(`field.${name}`), value })),
        { label: t('field.startDate'), value: party.startDate ? <DayText value={party.startDate} /> : null },
        { label: t('detail.updated'), value: <MomentText value={party.updatedAt} /> },
      ]}
    />
  )
}

/** Returns the texts of the form that nothing else shows. The head of the page shows the first two. */
function otherTexts(party: StoredParty, shown: Readonly<Partial<Record<PartyField, ReactNode>>>) {
  const others = PARTY_FIELD_NAMES.filter(
    (name) =>
      fieldOf(name).options.panel !== undefined && name !== 'name' && name !== 'label' && !Object.hasOwn(shown, name),
  )
  return Object.fromEntries(others.map((name) => [name, valueText(fieldOf(name), party[name])]))
}

/** Shows the VAT number, marked if its check digit is wrong. */
function Vat({ party }: OfParty) {
  const { t } = useTranslation('parties')
  return (
    <>
      <span className="figures">{party.vat || NOTHING}</span>
      {hasWrongVat(party) ? (
        <Text size="sm" component="div">
          <span className={mark.mark} data-tone="warning">
            {t('said.vat-digit')}
          </span>
        </Text>
      ) : null}
    </>
  )
}

/** Shows the name of a salesperson, or the id if it comes from an earlier system and no salesperson has it. */
function Salesperson({ id }: { id: number }) {
  const { t } = useTranslation('parties')
  const people = useAsk(salespersonOptions, {})
  const salesperson = people.data?.rows.find((person) => person.id === id)
  if (salesperson) return salespersonName(salesperson)
  if (people.error)
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {problemText(people.error)}
        </Text>
        {mayRetry(people.error) ? (
          <Button size="compact-xs" variant="default" onClick={() => void people.refetch()}>
            {t('action.retry')}
          </Button>
        ) : null}
      </Group>
    )
  return people.data ? `#${id}` : NOTHING
}

function Tags({ tags }: { tags: StoredParty['tags'] }) {
  const { t } = useTranslation('parties')
  if (tags.length === 0) return null
  return (
    <Group gap={6} mt="md" aria-label={t('field.tags')} role="group">
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  )
}

function FurtherAddresses({ addresses }: { addresses: StoredParty['extraAddresses'] }) {
  const { t } = useTranslation('parties')
  if (addresses.length === 0) return null
  return (
    <Panel title={t('part.more-addresses')}>
      <ul className={surfaces.rows}>
        {addresses.map((address, index) => (
          <li key={index}>
            <MapPin size={16} aria-hidden />
            <div className={styles.rowText}>
              <Text size="sm">{address.address}</Text>
              <Text size="xs" c="dimmed">
                {addressLine(address, t)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
