import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Search, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#kernel/day.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoment } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'
import { lookUpVat } from '../../domain/contract.ts'
import styles from '../customers.module.css'
import type { CustomerValues } from './customer-form.ts'
import { OtherCustomers } from './OtherCustomers.tsx'
import { chosenValues, type FilledField, fillingsOf, safeFields, withoutHead } from './vat-fill.ts'

export type VatLookupProps = {
  opened: boolean
  onClose: () => void
  form: UseFormReturnType<CustomerValues>
  /** The customer being edited, or null. */
  customerId: number | null
}

/** Looks up a VAT number in the company registry and fills the form with the answer. */
export function VatLookup({ opened, onClose, ...rest }: VatLookupProps) {
  const { t } = useTranslation('customers')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('registry.title')} size={640} closeOnClickOutside={false}>
      <Question onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Question({ form, customerId, onClose }: Omit<VatLookupProps, 'opened'>) {
  const { t } = useTranslation('customers')
  const [number, setNumber] = useState(form.getValues().vat)
  const lookUp = useRun(lookUpVat)
  const empty = number.trim() === ''
  const ask = () => {
    if (!empty && !lookUp.isPending) lookUp.mutate({ vatNumber: number })
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('registry.hint')}
      </Text>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          className={styles.grow}
          label={t('field.vat')}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            ask()
          }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          data-autofocus
        />
        <ActionButton
          leftSection={<Search size={15} aria-hidden />}
          closed={empty ? t('why.no-vat') : null}
          pending={lookUp.isPending}
          onClick={ask}
        >
          {t('registry.ask')}
        </ActionButton>
      </Group>
      <div aria-live="polite">
        {lookUp.isPending ? <Text size="sm">{t('registry.asking')}</Text> : null}
        {lookUp.error ? <Failure error={lookUp.error} retry={ask} /> : null}
        {lookUp.data ? (
          <Answer
            key={lookUp.data.company.vat}
            answer={lookUp.data}
            form={form}
            customerId={customerId}
            onClose={onClose}
          />
        ) : null}
      </div>
    </Stack>
  )
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('customers')
  return (
    <Alert color="red" variant="light" role="alert" icon={<TriangleAlert size={17} aria-hidden />}>
      <Stack gap={6} align="flex-start">
        <Text size="sm" fw={600} c="var(--mantine-color-text)">
          {t('registry.failed')}
        </Text>
        <Text size="sm" c="var(--mantine-color-text)">
          {withoutHead(problemText(error), t('registry.failed'))}
        </Text>
        <Text size="sm" c="var(--mantine-color-text)">
          {t('registry.by-hand')}
        </Text>
        {mayRetry(error) ? (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

type AnswerProps = Omit<VatLookupProps, 'opened'> & { answer: OutputOf<typeof lookUpVat> }

function Answer({ answer: { company, askedAt, sameVat }, form, customerId, onClose }: AnswerProps) {
  const { t } = useTranslation('customers')
  const [fillings] = useState(() => fillingsOf(form.getValues(), company))
  const [chosen, setChosen] = useState<FilledField[]>(() => safeFields(fillings))
  const others = sameVat.filter(({ id }) => id !== customerId)
  const doubts = [
    company.active ? '' : t('registry.not-active', { words: company.activeText }),
    company.business ? '' : t('registry.no-business', { words: company.businessText }),
    company.stopDate === null ? '' : t('registry.stopped', { day: showDay(company.stopDate) }),
  ].filter(Boolean)
  return (
    <Stack gap="md">
      <div>
        <Text fw={650}>{company.name}</Text>
        <Text size="sm" c="dimmed">
          {[company.legalStatus, t('registry.answer-of', { at: showMoment(askedAt) })].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {doubts.length > 0 || others.length > 0 ? (
        <Alert color="yellow" variant="light" role="alert" icon={<TriangleAlert size={17} aria-hidden />}>
          <Stack gap={4} c="var(--mantine-color-text)">
            {doubts.map((doubt) => (
              <Text key={doubt} size="sm">
                {doubt}
              </Text>
            ))}
            <OtherCustomers customers={others} />
          </Stack>
        </Alert>
      ) : null}
      {fillings.length === 0 ? (
        <Text size="sm">{t('registry.nothing-new')}</Text>
      ) : (
        <Checkbox.Group
          label={t('registry.would-fill')}
          description={fillings.some(({ from }) => from !== '') ? t('registry.typed') : undefined}
          value={chosen}
          onChange={(fields) => setChosen(fields)}
        >
          <ul className={styles.rows}>
            {fillings.map(({ field, from, to }) => (
              <li key={field}>
                <Checkbox
                  value={field}
                  label={
                    <>
                      <strong>{t(`field.${field}`)}</strong>: {from === '' ? null : <s>{from}</s>}
                      {from === '' ? '' : ' → '}
                      {to}
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </Checkbox.Group>
      )}
      <Group justify="flex-end" gap="xs" className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <ActionButton
          closed={chosen.length === 0 ? t('why.nothing-chosen') : null}
          onClick={() => {
            form.setValues(chosenValues(fillings, chosen))
            for (const field of chosen) form.clearFieldError(field)
            onClose()
          }}
        >
          {t('registry.fill')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
