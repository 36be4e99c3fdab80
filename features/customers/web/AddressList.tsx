import { ActionIcon, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import styles from './customers.module.css'
import { ADDRESS_FIELDS, type AddressValues, type CustomerValues, EMPTY_ADDRESS } from './customer-form.ts'
import { addressLine } from './address-line.ts'

/** Further addresses of a customer (branches, warehouses): orders may be delivered there. */
export function AddressList({ form }: { form: UseFormReturnType<CustomerValues> }) {
  const { t } = useTranslation('customers')
  const first = useRef<HTMLInputElement>(null)
  const { extraAddresses, newAddress } = form.getValues()
  const empty = newAddress.address.trim() === ''

  const add = () => {
    if (empty) return
    form.setValues({ extraAddresses: [...extraAddresses, newAddress], newAddress: EMPTY_ADDRESS })
    first.current?.focus()
  }
  const without = (index: number): AddressValues[] => extraAddresses.filter((_, place) => place !== index)

  // Enter adds the address; it must not save the customer.
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <Stack gap="md">
      {extraAddresses.length === 0 ? null : (
        <ul className={styles.rows}>
          {extraAddresses.map((address, index) => (
            <li key={index}>
              <MapPin size={16} aria-hidden />
              <div className={styles.rowText}>
                <Text size="sm">{address.address}</Text>
                <Text size="xs" c="dimmed">
                  {addressLine(address, t)}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('action.edit-address', { address: address.address })}
                onClick={() => {
                  // What stands in the fields goes back among the addresses instead of being lost.
                  form.setValues({
                    extraAddresses: empty ? without(index) : [...without(index), newAddress],
                    newAddress: address,
                  })
                  first.current?.focus()
                }}
              >
                <Pencil size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                size={32}
                aria-label={t('action.remove-address', { address: address.address })}
                onClick={() => form.setFieldValue('extraAddresses', without(index))}
              >
                <Trash2 size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {ADDRESS_FIELDS.map((field) => (
          <TextInput
            key={field}
            ref={field === 'address' ? first : undefined}
            label={t(`extra.${field}`)}
            autoComplete="off"
            onKeyDown={addOnEnter}
            {...form.getInputProps(`newAddress.${field}`)}
          />
        ))}
      </SimpleGrid>
      <Group>
        <ActionButton
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          closed={empty ? t('why.no-address') : null}
          onClick={add}
        >
          {t('action.add-address')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
