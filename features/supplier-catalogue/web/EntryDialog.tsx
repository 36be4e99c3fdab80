import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { creatingGoods } from '#features/products/web/QuickProduct.tsx'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import type { InputOf } from '#kernel/contract.ts'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CountInput, PriceInput, QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { CreatingPick, type CreatingPickProps } from '#web/ui/form/quick/QuickForm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { findGoods } from '../domain/goods.ts'
import { type ProviderProduct, removeProviderProduct, setProviderProduct } from '../domain/contract.ts'
import { findProviders } from './find-providers.ts'

/** The page on which entries are kept: that of a product, or that of a provider. The other id is null. */
export type EntryOf =
  | { readonly productId: number; readonly providerId: null }
  | { readonly productId: null; readonly providerId: number }

type Values = {
  other: { id: number; name: string } | null
  code: string
  name: string
  price: number | null
  leadDays: number | null
  minimum: number | null
  pack: number | null
  preferred: boolean
}

type Named = { readonly id: number; readonly name: string }
const findProduct = (search: string) => askQuery(findGoods, { search }).then(({ rows }) => rows)

/** The form of what a provider's catalogue says about a product. In one piece, because all of it are fields of one form. */
export function EntryDialog({ of, entry, close }: { of: EntryOf; entry: ProviderProduct | null; close: () => void }) {
  const { t } = useTranslation('purchases')
  const run = useRun(setProviderProduct)
  const remove = useRun(removeProviderProduct, { onSuccess: close })
  const toInput = ({ other, minimum, pack, ...values }: Values): InputOf<typeof setProviderProduct> => ({
    ...values,
    productId: of.productId ?? (other?.id as number),
    providerId: of.providerId ?? (other?.id as number),
    version: entry?.version ?? null,
    minimum: minimum ?? 0,
    pack: pack ?? 0,
  })
  const form = useRecordForm<Values>({
    initialValues: {
      other: entry && {
        id: of.productId === null ? entry.productId : entry.providerId,
        name: of.productId === null ? entry.productName : entry.providerName,
      },
      code: entry?.code ?? '',
      name: entry?.name ?? '',
      price: entry?.price ?? null,
      leadDays: entry?.leadDays ?? null,
      minimum: entry?.minimum ?? null,
      pack: entry?.pack ?? null,
      preferred: entry?.preferred ?? false,
    },
    schema: setProviderProduct.input,
    toInput,
  })
  const values = form.getValues()
  const what = of.productId === null ? 'product' : 'provider'
  return (
    <Dialog opened onClose={close} title={t(entry ? 'catalogue.change' : `catalogue.add-${what}`)} size="lg">
      <RecordForm
        form={form}
        guard={false}
        saveLabel={t('catalogue.save')}
        closed={values.other === null ? t(`catalogue.no-${what}`) : null}
        onCancel={close}
        actions={
          entry ? (
            <ActionButton
              variant="default"
              pending={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { providerId: entry.providerId, productId: entry.productId, version: entry.version },
                  { onError: (error) => say.failed(error) },
                )
              }
            >
              {t('catalogue.remove')}
            </ActionButton>
          ) : null
        }
        onSave={async (saved) => {
          await run.mutateAsync(toInput(saved))
          close()
          say.done(t('catalogue.saved'))
        }}
      >
        <Stack gap="sm">
          {entry ? (
            <Text fw={600}>{values.other?.name}</Text>
          ) : (
            <OtherPick
              what={what}
              of={values.other?.id ?? 0}
              startsHere
              label={values.other ? t('catalogue.chosen', { name: values.other.name }) : t(`catalogue.${what}`)}
              onPick={({ id, name }) => form.setFieldValue('other', { id, name })}
              row={({ name }) => name}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={t('catalogue.code')} autoComplete="off" {...form.getInputProps('code')} />
            <TextInput label={t('catalogue.name')} autoComplete="off" {...form.getInputProps('name')} />
            <PriceInput label={t('catalogue.price')} min={0} {...form.getInputProps('price')} value={values.price} />
            <CountInput
              label={t('catalogue.lead-days')}
              whole
              min={0}
              max={365}
              {...form.getInputProps('leadDays')}
              value={values.leadDays}
            />
            <QuantityInput
              label={t('catalogue.minimum')}
              min={0}
              {...form.getInputProps('minimum')}
              value={values.minimum}
            />
            <QuantityInput label={t('catalogue.pack')} min={0} {...form.getInputProps('pack')} value={values.pack} />
          </SimpleGrid>
          <Group>
            <Checkbox
              label={t('catalogue.is-preferred')}
              {...form.getInputProps('preferred', { type: 'checkbox' })}
              checked={values.preferred}
            />
          </Group>
        </Stack>
      </RecordForm>
    </Dialog>
  )
}

type OtherProps = Omit<CreatingPickProps<Named>, 'search' | 'right' | 'quick'> & { what: 'provider' | 'product' }

/** The field for the provider of a product, or for a product of a provider. */
function OtherPick({ what, ...pick }: OtherProps) {
  return what === 'provider' ? (
    <PartyPick pages={providerPages} search={findProviders} {...pick} />
  ) : (
    <CreatingPick<Named> search={findProduct} {...creatingGoods({ kind: 'material' })} {...pick} />
  )
}
