import { describe, expect, test } from 'vitest'
import { assert, array, integer, property, string } from 'fast-check'
import { isPictureKey, pictureAddress } from '#kernel/photo.ts'
import { productPicture } from './contract.ts'
import { addressOf, arranged, keyWithHash, movedTo, nameOf } from './photo.ts'

const HASH = '0123456789abcdef0123456789abcdef'
const KEY = `images/1760000000000-${HASH}.jpg`

describe('the photos of a product', () => {
  test('a moved photo takes its place and the others keep their order', () => {
    expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(movedTo(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    assert(
      property(array(string()), integer({ min: 0, max: 9 }), integer({ min: -3, max: 12 }), (photos, from, to) => {
        expect([...movedTo(photos, from, to)].toSorted()).toEqual(photos.toSorted())
      }),
    )
  })

  test('an order that leaves out, repeats or adds a photo is refused', () => {
    const photos = ['a', { url: 'b' }]
    expect(arranged(photos, ['{"url":"b"}', 'a'])).toEqual([{ url: 'b' }, 'a'])
    for (const wrong of [['a'], ['a', 'a'], ['a', 'b'], ['a', '{"url":"b"}', 'c'], []])
      expect(arranged(photos, wrong), wrong.join()).toBeNull()
  })

  test('a photo is found again by the hash of its file', () => {
    expect(keyWithHash(['other', { url: KEY }, KEY], HASH)).toBe(KEY)
    expect(keyWithHash([KEY], HASH.replace('0', '1'))).toBeNull()
  })

  test('only web addresses of external programs are addresses', () => {
    expect(addressOf('https://shop.example/1.jpg')).toBe('https://shop.example/1.jpg')
    expect(addressOf({ id: 3, url: 'http://shop.example/1.jpg' })).toBe('http://shop.example/1.jpg')
    for (const text of ['javascript:alert(1)', 'data:text/html,1', '//shop.example/1.jpg', 'images/1.jpg', 'https://'])
      expect(addressOf(text), text).toBeNull()
    expect(nameOf({ url: 'a' })).toBe('{"url":"a"}')
  })

  test('the address of a photo calls the query of this feature', () => {
    expect(isPictureKey(KEY)).toBe(true)
    expect(isPictureKey(`${KEY}?`)).toBe(false)
    expect(isPictureKey('images/1.jpg')).toBe(false)
    const url = new URL(pictureAddress(KEY, 'small'), 'http://localhost')
    expect(url.pathname).toBe(`/app/${productPicture.name}`)
    const input: unknown = JSON.parse(url.searchParams.get('input') ?? '')
    expect(productPicture.input.parse(input)).toEqual({ key: KEY, size: 'small' })
  })
})
