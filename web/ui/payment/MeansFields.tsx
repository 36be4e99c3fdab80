import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** How a customer pays, with the details of a cheque. */
export type Means = {
  readonly type: 'CASH' | 'CARD' | 'CHECK'
  readonly bankName: string
  readonly expireDate: string | null
  readonly issuer: string
}

const TYPES = ['CASH', 'CARD', 'CHECK'] as const

type MeansFieldsProps = {
  means: Means
  onChange: (means: Means) => void
  /** Why the details of the cheque are not complete. */
  error?: string | null
}

/** Asks whether the customer pays by cash, card or cheque, and for the bank, issuer and due day of a cheque. */
export function MeansFields({ means, onChange, error = null }: MeansFieldsProps) {
  const { t } = useTranslation('frame')
  const text = (field: 'bankName' | 'issuer', label: string) => (
    <TextInput
      size="md"
      label={label}
      required
      value={means[field]}
      maxLength={200}
      autoComplete="off"
      error={error !== null && means[field].trim() === '' ? error : undefined}
      onChange={(event) => onChange({ ...means, [field]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('payment.means')}
        value={means.type}
        data={TYPES.map((type) => ({ value: type, label: t(`payment.type.${type}`) }))}
        onChange={(type) => onChange({ ...means, type })}
      />
      {means.type === 'CHECK' ? (
        <>
          {text('bankName', t('payment.bank'))}
          {text('issuer', t('payment.issuer'))}
          <TextInput
            size="md"
            type="date"
            label={t('payment.due')}
            required
            value={means.expireDate ?? ''}
            error={error !== null && means.expireDate === null ? error : undefined}
            onChange={(event) => onChange({ ...means, expireDate: event.currentTarget.value || null })}
          />
        </>
      ) : null}
    </Stack>
  )
}
