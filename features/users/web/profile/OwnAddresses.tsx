import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { Pencil, Plus, Trash2 } from '#web/ui/icon/icons.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import {
  ADDRESS_FIELDS,
  MOST_ADDRESSES,
  type OwnAddress,
  ownProfile,
  saveOwnAddresses,
} from '../../domain/profile-contract.ts'

const EMPTY: OwnAddress = { address: '', postcode: '', city: '', phone: '', building: '', floor: '' }

/** The extra addresses of the person, kept on the server (C-66). */
export function OwnAddresses() {
  const { t } = useTranslation('users')
  const profile = useAsk(ownProfile, {})
  return (
    <Panel title={t('profile.addresses')}>
      {profile.data ? (
        <AddressList shown={profile.data.addresses} readAgain={() => void profile.refetch()} />
      ) : profile.error ? (
        <ErrorState error={profile.error} retry={() => void profile.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

type ListProps = { shown: OwnAddress[]; readAgain: () => void }

/** The fields of one address, and the changes of the list, each of which is saved at once. */
function useAddresses({ shown, readAgain }: ListProps) {
  const { t } = useTranslation('users')
  /** The place of the address in the fields; null for a new one. */
  const [editing, setEditing] = useState<number | null>(null)
  const form = useForm<OwnAddress>({ initialValues: EMPTY })
  const first = useRef<HTMLInputElement>(null)
  // it is refused if another page has changed the list, which is then shown
  const save = useRun(saveOwnAddresses, { onError: readAgain })
  const edit = (place: number | null) => {
    setEditing(place)
    form.setValues((place === null ? null : shown[place]) ?? EMPTY)
    first.current?.focus()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = form.getValues()
    if (typed.address.trim() === '') return
    const addresses =
      editing === null ? [...shown, typed] : shown.map((one, place) => (place === editing ? typed : one))
    save.mutate({ shown, addresses }, { onSuccess: () => edit(null) })
  }
  const remove = (place: number) => {
    const addresses = shown.filter((_, at) => at !== place)
    save.mutate(
      { shown, addresses },
      {
        onSuccess: () => {
          edit(null)
          say.done(t('profile.address-removed'), () => save.mutate({ shown: addresses, addresses: shown }))
        },
      },
    )
  }
  return { form, first, editing, edit, submit, remove, save }
}

function AddressList({ shown, readAgain }: ListProps) {
  const { t } = useTranslation('users')
  const { form, first, editing, edit, submit, remove, save } = useAddresses({ shown, readAgain })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {shown.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('profile.no-addresses')}
          </Text>
        ) : (
          <ul className={surfaces.rows}>
            {shown.map((address, place) => (
              <AddressRow key={place} address={address} edit={() => edit(place)} remove={() => remove(place)} />
            ))}
          </ul>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
          {ADDRESS_FIELDS.map((field) => (
            <TextInput
              key={field}
              ref={field === 'address' ? first : undefined}
              label={t(`profile.${field}`)}
              required={field === 'address'}
              autoComplete="off"
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        <RefusalText error={save.error} />
        <Group gap="xs">
          <ActionButton
            type="submit"
            variant="default"
            leftSection={editing === null ? <Plus size={16} aria-hidden /> : undefined}
            pending={save.isPending}
            closed={closedBecause(form, editing === null && shown.length >= MOST_ADDRESSES, t)}
          >
            {editing === null ? t('profile.add-address') : t('profile.save-address')}
          </ActionButton>
          {editing === null ? null : (
            <Button variant="subtle" onClick={() => edit(null)}>
              {t('action.cancel', { ns: 'frame' })}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type Translate = ReturnType<typeof useTranslation<'users'>>['t']

/** Returns why no address can be added or saved yet. */
function closedBecause(form: UseFormReturnType<OwnAddress>, isFull: boolean, t: Translate): string | null {
  if (isFull) return t('profile.most-addresses', { count: MOST_ADDRESSES })
  return form.getValues().address.trim() === '' ? t('profile.no-address') : null
}

function AddressRow({ address, edit, remove }: { address: OwnAddress; edit: () => void; remove: () => void }) {
  const { t } = useTranslation('users')
  const { postcode, city, building, floor, phone } = address
  const more = [
    [postcode, city].filter(Boolean).join(' '),
    building,
    floor === '' ? '' : t('profile.floor-of', { floor }),
    phone,
  ]
  return (
    <li>
      <div className={surfaces.grow}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {address.address}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {more.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('profile.edit-address', { address: address.address })}
        onClick={edit}
      >
        <Pencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={32}
        aria-label={t('profile.remove-address', { address: address.address })}
        onClick={remove}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
