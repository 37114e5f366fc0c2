import { expect, test } from 'vitest'
import { deviceOf } from './device-of.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`,
    'Chrome · Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`,
    'Microsoft Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/130.0 Mobile Safari/537.36`,
    'Chrome · Android',
  ],
  [undefined, null],
  ['', null],
  ['<script>alert(1)</script>/1.0 ', null],
  ['Roberto’s own browser/7.0 (gate)', null],
  [`${'('.repeat(100_000)}Chrome`, null],
])('reads %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
