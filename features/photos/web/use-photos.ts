/** The photos of a product on its page: read, uploaded, moved and removed. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { smallerPhoto } from '#web/ui/photo/photo.ts'
import { say } from '#web/ui/say.tsx'
import { useUploads } from '#web/ui/upload/use-uploads.ts'
import * as contract from '../domain/contract.ts'
import { MOST_PHOTO_BYTES, movedTo } from '../domain/photo.ts'

export type ShownPhoto = contract.ProductPhoto

/** Sorts photos as `names` says; photos that it does not name come last. */
const inOrder = (photos: readonly ShownPhoto[], names: readonly string[]): readonly ShownPhoto[] => {
  const placeOf = ({ name }: ShownPhoto) => (names.includes(name) ? names.indexOf(name) : names.length)
  return photos.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the photos of a product. They are in the wished order while the server has not stored it yet. */
function useArranged(productId: number) {
  const answer = useAsk(contract.photosOfProduct, { productId })
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const next = useRef<readonly string[] | null>(null)
  const run = useRun(contract.arrangePhotos, { onError: (error) => say.failed(error) })
  const stored = answer.data?.photos ?? null
  // the new order is shown until it was read
  const busy = run.isPending
  useEffect(() => {
    if (!busy) setWanted(null)
  }, [stored, busy])
  const shown = stored && wanted ? inOrder(stored, wanted) : stored

  /** Sends one order after the other, and of those that wait only the last. */
  const send = (names: readonly string[]): void => {
    run.mutate(
      { productId, names: [...names] },
      {
        onSettled: () => {
          const waiting = next.current
          next.current = null
          if (waiting) send(waiting)
        },
      },
    )
  }
  const move = (from: number, to: number): void => {
    if (!shown) return
    const names = movedTo(shown, from, to).map(({ name }) => name)
    setWanted(names)
    if (run.isPending) next.current = names
    else send(names)
  }
  return { answer, photos: shown, move }
}

/** Returns the photos of a product and what people may do with them. */
export function usePhotos(productId: number) {
  const { t } = useTranslation('photos')
  const { answer, photos, move } = useArranged(productId)
  const uploads = useUploads<OutputOf<typeof contract.addPhoto>>({
    addressOf: () => inputAddress(contract.addPhoto, { productId }),
    whyNot: () => null,
    prepare: async (file) => {
      if (file.size <= MOST_PHOTO_BYTES) return file
      const smaller = await smallerPhoto(file, MOST_PHOTO_BYTES)
      if (smaller === null) throw new Refused(refusal('invalid', 'photos.too-large', { name: file.name }))
      return smaller
    },
    stored: () => true,
    inOrder: true,
  })
  const restore = useRun(contract.restorePhoto, { onError: (error) => say.failed(error) })
  const run = useRun(contract.removePhoto, {
    onError: (error, input) => say.failed(error, () => run.mutate(input)),
  })
  const remove = async ({ name, key }: ShownPhoto, place: number): Promise<void> => {
    if (key === null) {
      const sure = await confirm({
        title: t('confirm.title'),
        body: t('confirm.text'),
        confirmLabel: t('action.remove'),
        danger: true,
      })
      if (!sure) return
    }
    run.mutate(
      { productId, name },
      {
        onSuccess: () =>
          say.done(t('said.removed'), key === null ? undefined : () => restore.mutate({ productId, key, place })),
      },
    )
  }
  return { answer, photos, move, uploads, remove }
}
