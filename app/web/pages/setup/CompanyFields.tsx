import { Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Search } from '#web/ui/icon/icons.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisteredCompany } from '#kernel/company.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { useRun } from '#web/query.ts'
import { lookUpSetup } from '#web/setup-contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { type FilledField, type FormTexts, fillingsOf } from '#web/ui/registry/company-fill.ts'
import { CompanyDoubts, RegistryFailure } from '#web/ui/registry/CompanyLookup.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import type { SetupForm } from './use-setup-form.ts'

type CompanyFieldsProps = {
  readonly form: SetupForm
  /** Whether the company registry can be asked. */
  readonly registry: boolean
}

/** The fields of the company. The registry fills them from the VAT number, and all of them can be typed. */
export function CompanyFields({ form, registry }: CompanyFieldsProps) {
  const { t } = useTranslation('frame')
  return (
    <>
      <VatField form={form} registry={registry} />
      <TextInput
        label={t('setup.company-name')}
        required
        autoComplete="organization"
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label={t('setup.company-address')}
        required
        autoComplete="street-address"
        {...form.getInputProps('companyAddress')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('setup.phone')}
          inputMode="tel"
          autoComplete="tel"
          maxLength={50}
          {...form.getInputProps('phone')}
        />
        <TextInput
          label={t('setup.iban')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
          {...form.getInputProps('iban')}
        />
      </SimpleGrid>
      <Radio.Group
        label={t('setup.accounting')}
        description={t('setup.accounting-hint')}
        required
        {...form.getInputProps('accounting')}
      >
        <Group mt="xs" gap="lg">
          <Radio value="yes" label={t('action.yes')} />
          <Radio value="no" label={t('action.no')} />
        </Group>
      </Radio.Group>
    </>
  )
}

function VatField({ form, registry }: CompanyFieldsProps) {
  const { t } = useTranslation('frame')
  const { lookUp, ask, changed } = useRegistry(form)
  const { vat, taxOffice, profession } = form.getValues()
  const empty = vat.trim() === ''
  const { onChange, ...input } = form.getInputProps('vat')
  return (
    <Stack gap="xs">
      <TextInput
        label={t('setup.vat')}
        description={t(registry ? 'setup.vat-hint' : 'setup.vat-by-hand')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        {...input}
        onChange={(event) => {
          onChange(event)
          changed()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !registry || empty) return
          event.preventDefault()
          ask()
        }}
        inputContainer={(field) => (
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <div className={surfaces.grow}>{field}</div>
            {registry ? (
              <ActionButton
                variant="default"
                leftSection={<Search size={16} aria-hidden />}
                closed={empty ? t('registry.no-vat') : null}
                pending={lookUp.isPending}
                onClick={ask}
              >
                {t('registry.ask')}
              </ActionButton>
            ) : null}
          </Group>
        )}
      />
      <div aria-live="polite">
        {lookUp.isPending ? <Text size="sm">{t('registry.asking')}</Text> : null}
        {lookUp.error ? <RegistryFailure error={lookUp.error} retry={ask} /> : null}
        {lookUp.data ? (
          <Stack gap="xs">
            <CompanyDoubts company={lookUp.data.company} />
            <Text size="sm">{[lookUp.data.company.name, taxOffice, profession].filter(Boolean).join(' · ')}</Text>
          </Stack>
        ) : null}
      </div>
    </Stack>
  )
}

/** Where the form keeps what the registry answers. */
const PLACES = {
  name: 'companyName',
  address: 'companyAddress',
  taxOffice: 'taxOffice',
  profession: 'profession',
} as const satisfies Partial<Record<FilledField, string>>
type Place = (typeof PLACES)[keyof typeof PLACES]

/**
 * Asks the registry and fills what is empty or came from its last answer, so that nothing typed is lost. Another VAT number
 * takes the last answer back, because it belongs to another company.
 */
function useRegistry(form: SetupForm) {
  const lookUp = useRun(lookUpSetup)
  const filled = useRef<Partial<Record<Place, string>>>({})

  const takeBack = () => {
    for (const [place, text] of Object.entries(filled.current) as [Place, string][])
      if (form.getValues()[place] === text) form.setFieldValue(place, '')
    filled.current = {}
  }
  const fill = (company: RegisteredCompany) => {
    takeBack()
    const values = form.getValues()
    const texts: FormTexts = {
      name: values.companyName,
      address: values.companyAddress,
      taxOffice: values.taxOffice,
      profession: values.profession,
    }
    for (const { field, from, to } of fillingsOf(texts, company)) {
      if (from !== '' || !(field in PLACES)) continue
      const place = PLACES[field as keyof typeof PLACES]
      form.setFieldValue(place, to)
      form.clearFieldError(place)
      filled.current[place] = to
    }
  }
  const ask = () => {
    const asked = form.getValues().vat
    if (lookUp.isPending || asked.trim() === '') return
    lookUp.mutate(
      { vatNumber: asked },
      // an answer to a number that has changed in the meantime is dropped
      { onSuccess: ({ company }) => plainVat(form.getValues().vat) === company.vat && fill(company) },
    )
  }
  const changed = () => {
    if (lookUp.isIdle) return
    takeBack()
    lookUp.reset()
  }
  return { lookUp, ask, changed }
}
