import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { salespersonName } from '#features/salespersons/domain/salesperson.ts'
import { useAsk } from '#web/query.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { DayText, MomentText, RateText } from '#web/ui/texts.tsx'
import { addressLine } from '../address-line.ts'
import type { StoredCustomer } from '../form/customer-form.ts'
import surfaces from '#web/ui/surfaces.module.css'
import styles from '../customers.module.css'

const phoneLink = (phone: string) =>
  phone === '' ? null : <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>

/** Shows the data of a customer: company, tax, contact, addresses and custom fields. */
export function CustomerProfile({ customer }: { customer: StoredCustomer }) {
  const { t } = useTranslation('customers')
  const people = useAsk(salespersonOptions, {}, { topics: ['salespersons'] })
  const salesperson = people.data?.rows.find(({ id }) => id === customer.salespersonId)
  return (
    <>
      <Panel title={t('part.profile')}>
        <Facts
          items={[
            { label: t('field.phone'), value: phoneLink(customer.phone) },
            { label: t('field.phone2'), value: phoneLink(customer.phone2) },
            {
              label: t('field.email'),
              value:
                customer.email === '' ? null : (
                  <Anchor href={`mailto:${customer.email}`} style={{ overflowWrap: 'anywhere' }}>
                    {customer.email}
                  </Anchor>
                ),
            },
            { label: t('field.representor'), value: customer.representor },
            { label: t('field.address'), value: customer.address },
            { label: t('field.city'), value: [customer.postcode, customer.city].filter(Boolean).join(' ') },
            { label: t('field.country'), value: customer.country },
            { label: t('field.vat'), value: <span className="figures">{customer.vat || '–'}</span> },
            { label: t('field.taxOffice'), value: customer.taxOffice },
            { label: t('field.vatType'), value: <RateText value={customer.vatType} /> },
            { label: t('field.discount'), value: <RateText value={customer.discount} /> },
            { label: t('field.category'), value: customer.category },
            {
              label: t('field.salespersonId'),
              value: salesperson ? (
                salespersonName(salesperson)
              ) : people.error && customer.salespersonId !== null ? (
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
              ) : // An id from an older system that no salesperson has.
              people.data && customer.salespersonId !== null ? (
                `#${customer.salespersonId}`
              ) : null,
            },
            { label: t('field.profession'), value: customer.profession },
            { label: t('field.social'), value: customer.social },
            { label: t('field.startDate'), value: customer.startDate ? <DayText value={customer.startDate} /> : null },
            { label: t('detail.updated'), value: <MomentText value={customer.updatedAt} /> },
          ]}
        />
        {customer.tags.length === 0 ? null : (
          <Group gap={6} mt="md" aria-label={t('field.tags')} role="group">
            {customer.tags.map((tag) => (
              <Badge key={tag} variant="default" tt="none" fw={500}>
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Panel>
      {customer.extraAddresses.length === 0 ? null : (
        <Panel title={t('part.more-addresses')}>
          <ul className={surfaces.rows}>
            {customer.extraAddresses.map((address, index) => (
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
      )}
      <Panel title={t('part.custom-fields')}>
        {customer.customFields.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('custom-fields.empty')}
          </Text>
        ) : (
          <Facts items={customer.customFields.map((field) => ({ label: field.name || '–', value: field.value }))} />
        )}
      </Panel>
    </>
  )
}
