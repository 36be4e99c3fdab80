import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { Building2 } from '#web/ui/icon/icons.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import type { PartyPages } from '../party-pages.ts'
import { plainVat, whyNotVat } from '#kernel/vat-number.ts'
import { hasWrongVat } from '../../domain/vat-digit.ts'
import styles from '../parties.module.css'
import { hasOnlyVat, type PartyValues } from './party-form.ts'
import { OtherParties } from './OtherParties.tsx'
import { VatLookup } from './VatLookup.tsx'

const TYPING_MS = 350
/** A shorter text is not checked, because the person is still typing. */
const SHORTEST = 5

type VatFieldProps = {
  form: UseFormReturnType<PartyValues>
  pages: PartyPages
  partyId: number | null
  /** Creates the party of a VAT number at once. With it the field has the focus when it is first drawn. */
  createByVat?: ((vat: string) => void) | undefined
}

/**
 * The VAT number with warnings while it is typed, and a button to look it up in the registry. Enter in a form that has nothing
 * but the number creates the party from the registry. Enter in any other form looks it up, so that nothing typed is replaced.
 */
export function VatField({ form, pages, partyId, createByVat }: VatFieldProps) {
  const { t } = useTranslation('parties')
  const [asking, { open, close }] = useDisclosure(false)
  const field = useRef<HTMLInputElement>(null)
  const startsHere = createByVat !== undefined
  useEffect(() => {
    if (startsHere) field.current?.focus({ preventScroll: true })
  }, [startsHere])
  const vat = form.getValues().vat.trim()
  const [typed] = useDebouncedValue(vat, TYPING_MS)
  const settled = typed === vat
  const others = useAsk(
    pages.contracts.sameVat,
    { vat: typed, exceptId: partyId },
    { enabled: typed.length >= SHORTEST },
  )
  return (
    <>
      <div className={styles.withButton}>
        <TextInput
          ref={field}
          label={t('field.vat')}
          inputMode="numeric"
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || whyNotVat(plainVat(vat)) !== null) return
            event.preventDefault()
            if (createByVat && hasOnlyVat(form.getValues())) createByVat(vat)
            else open()
          }}
          {...form.getInputProps('vat')}
        />
        <Button variant="default" leftSection={<Building2 size={16} aria-hidden />} onClick={open}>
          {t('action.look-up-vat')}
        </Button>
      </div>
      <Stack gap={2} className={styles.doubts} aria-live="polite">
        {settled && hasWrongVat({ vat, country: form.getValues().country }) ? (
          <Text size="sm">{t('said.vat-digit')}</Text>
        ) : null}
        {settled && typed.length >= SHORTEST ? (
          <>
            <RefusalText error={others.error} retry={() => void others.refetch()} />
            <OtherParties pages={pages} parties={others.data?.parties ?? []} partyId={partyId} />
          </>
        ) : null}
      </Stack>
      <VatLookup opened={asking} onClose={close} form={form} pages={pages} partyId={partyId} />
    </>
  )
}
