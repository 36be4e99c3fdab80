import { SimpleGrid, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { type listBackups, zTypedBucket } from '../../domain/contract.ts'

export type TypedBucket = Required<(typeof zTypedBucket)['_output']>
type Known = OutputOf<typeof listBackups>['place']['bucket']

const USUAL_REGION = 'us-east-1'

type BucketFormProps = {
  /** The settings so far; null if there are none. The stored secret is not among them and stays if none is typed. */
  readonly known: Known
  readonly saveLabel: string
  readonly onSave: (typed: TypedBucket) => Promise<unknown>
  readonly onCancel?: () => void
}

/** The fields of a bucket of an S3-compatible service. */
export function BucketForm({ known, saveLabel, onSave, onCancel }: BucketFormProps) {
  const { t } = useTranslation('backup')
  const form = useRecordForm<TypedBucket>({
    initialValues: {
      address: known?.address ?? '',
      region: known?.region ?? USUAL_REGION,
      bucket: known?.bucket ?? '',
      folder: known?.folder ?? '',
      keyId: known?.keyId ?? '',
      secret: '',
    },
    schema: zTypedBucket,
  })
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <RecordForm form={form} saveLabel={saveLabel} guard={false} onSave={onSave} onCancel={onCancel}>
      <TextInput
        type="url"
        label={t('store.address')}
        description={t('store.address-hint')}
        required
        {...plain}
        {...form.getInputProps('address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={t('store.bucket')} required {...plain} {...form.getInputProps('bucket')} />
        <TextInput label={t('store.region')} required {...plain} {...form.getInputProps('region')} />
      </SimpleGrid>
      <TextInput
        label={t('store.folder-name')}
        description={t('store.folder-hint')}
        {...plain}
        {...form.getInputProps('folder')}
      />
      <TextInput label={t('store.key')} required {...plain} {...form.getInputProps('keyId')} />
      <PasswordField
        label={t('store.secret')}
        description={known && t('store.secret-hint')}
        required={known === null}
        // a password manager must not take it for the password of the person
        autoComplete="new-password"
        {...form.getInputProps('secret')}
      />
    </RecordForm>
  )
}
