import { Select, SimpleGrid, TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { CUSTOMER_KINDS, kindOf } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { showRate } from '#web/format.ts'
import { PanelFields } from '#web/records/PanelFields.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { CountInput, RateInput } from '#web/ui/form/DecimalInput.tsx'
import { MOST_PAYMENT_DAYS } from '#features/settings/domain/terms.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { PARTY_CATEGORIES, PARTY_VAT_TYPES } from '../../domain/party.ts'
import { PARTY_FIELDS } from '../../domain/fields.ts'
import { AddressList } from './AddressList.tsx'
import { CustomFieldList } from './CustomFieldList.tsx'
import type { PartyValues } from './party-form.ts'
import { MainAddress } from './MainAddress.tsx'
import { SalespersonSelect } from './SalespersonSelect.tsx'
import { VatField } from './VatField.tsx'
import type { PartyPages } from '../party-pages.ts'

/** Adds the party's own value to the offered ones if the form no longer offers it. */
const withOwn = (offered: readonly string[], own: string): string[] =>
  own === '' || offered.includes(own) ? [...offered] : [...offered, own]

type PartyForm = { form: UseFormReturnType<PartyValues> }
type OfPages = { pages: PartyPages }

type PartyFieldsProps = PartyForm &
  OfPages & {
    /** The party being edited. */
    partyId?: number | null
    /** Creates the party of a VAT number at once. Only the form of a new party has it. */
    createByVat?: ((vat: string) => void) | undefined
  }

/** All fields of a party, for the new and the edit form. */
export function PartyFields({ form, pages, partyId = null, createByVat }: PartyFieldsProps) {
  const { t } = useTranslation('parties')
  return (
    <div>
      <CompanyFields form={form} />
      <TaxFields form={form} pages={pages} partyId={partyId} createByVat={createByVat} />
      <ContactFields form={form} />
      <MainAddress form={form} pages={pages} />
      <Panel title={t('part.more-addresses')}>
        <AddressList form={form} pages={pages} />
      </Panel>
      <Panel title={t('part.custom-fields')}>
        <CustomFieldList form={form} />
      </Panel>
    </div>
  )
}

function CompanyFields({ form }: PartyForm) {
  const { t } = useTranslation('parties')
  const { category, startDate, tags } = form.getValues()
  return (
    <Panel title={t('part.company')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <PanelFields fields={PARTY_FIELDS} panel="company" feature="parties" form={form} />
        <Select
          label={t('field.category')}
          data={withOwn(PARTY_CATEGORIES, category).map((value) => ({
            value,
            label: t(`party-category.${value}`, { defaultValue: value }),
          }))}
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear') }}
          {...form.getInputProps('category')}
          value={category === '' ? null : category}
          onChange={(value) => form.setFieldValue('category', value ?? '')}
        />
        <TagsInput
          label={t('field.tags')}
          placeholder={tags.length === 0 ? t('hint.tags') : undefined}
          maxTags={100}
          clearButtonProps={{ 'aria-label': t('action.clear') }}
          {...form.getInputProps('tags')}
        />
        <DayInput label={t('field.startDate')} {...form.getInputProps('startDate')} value={startDate} />
      </SimpleGrid>
    </Panel>
  )
}

type TaxFieldsProps = PartyForm & OfPages & { partyId: number | null; createByVat: PartyFieldsProps['createByVat'] }

function TaxFields({ form, pages, partyId, createByVat }: TaxFieldsProps) {
  const { t } = useTranslation('parties')
  const { vatType, discount, paymentDays, vat, country, postcode, taxKind, paymentWay } = form.getValues()
  const derived = kindOf({ taxKind: '', vat, country, postcode })
  const rates = withOwn(PARTY_VAT_TYPES.map(String), String(vatType))
  return (
    <Panel title={t('part.tax')}>
      <VatField form={form} pages={pages} partyId={partyId} createByVat={createByVat} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm" mt="sm">
        <PanelFields fields={PARTY_FIELDS} panel="tax" feature="parties" form={form} />
        <Select
          label={t('field.vatType')}
          data={rates.map((value) => ({ value, label: showRate(Number(value)) }))}
          {...form.getInputProps('vatType')}
          value={String(vatType)}
          onChange={(value) => form.setFieldValue('vatType', Number(value ?? 0))}
        />
        <RateInput
          label={t('field.discount')}
          min={0}
          max={100_00}
          {...form.getInputProps('discount')}
          value={discount}
        />
        <CountInput
          label={t('field.paymentDays')}
          description={t('hint.payment-days')}
          min={0}
          max={MOST_PAYMENT_DAYS}
          {...form.getInputProps('paymentDays')}
          value={paymentDays}
        />
        {pages.feature === 'customers' ? (
          <>
            <Select
              label={t('field.taxKind')}
              description={t('hint.tax-kind')}
              data={[
                { value: '', label: t('tax-kind.by-data', { kind: t(`tax-kind.${derived}`) }) },
                ...CUSTOMER_KINDS.map((value) => ({ value, label: t(`tax-kind.${value}`) })),
              ]}
              {...form.getInputProps('taxKind')}
              value={taxKind}
              onChange={(value) => form.setFieldValue('taxKind', (value ?? '') as PartyValues['taxKind'])}
            />
            <Select
              label={t('field.paymentWay')}
              description={t('hint.payment-way')}
              data={[
                { value: '', label: t('payment-way.usual') },
                ...PAYMENT_WAY_NAMES.map((value) => ({ value, label: t(`payment-way.${value}`) })),
              ]}
              {...form.getInputProps('paymentWay')}
              value={paymentWay}
              onChange={(value) => form.setFieldValue('paymentWay', (value ?? '') as PartyValues['paymentWay'])}
            />
          </>
        ) : null}
      </SimpleGrid>
    </Panel>
  )
}

function ContactFields({ form }: PartyForm) {
  const { t } = useTranslation('parties')
  return (
    <Panel title={t('part.contact')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <PanelFields fields={PARTY_FIELDS} panel="contact" feature="parties" form={form} />
        <SalespersonSelect form={form} />
      </SimpleGrid>
    </Panel>
  )
}
