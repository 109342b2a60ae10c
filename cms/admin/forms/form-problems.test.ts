import { expect, test } from 'vitest'
import { problemsOf, stillRefused } from './form-problems.ts'

const refused = { price: { value: '1,250', valid: false, errorMessage: 'May be thousands.' } }
const problem = { path: 'price', value: '1,250', message: 'May be thousands.' }

test('invalid fields that are shown are reported', () => {
  const hidden = { ...refused.price, passesCondition: false }
  expect(problemsOf({ ...refused, hidden, name: { value: '', valid: true } })).toEqual([problem])
})

test('a refused value is reported until it is changed', () => {
  expect(stillRefused([problem], { price: { value: '1,250', valid: true } })).toEqual([problem])
  expect(stillRefused([problem], { price: { value: 250, valid: true } })).toEqual([])
  expect(stillRefused([problem], {})).toEqual([])
  const hidden = { value: '1,250', valid: true, passesCondition: false }
  expect(stillRefused([problem], { price: hidden })).toEqual([])
})

test('a newer reason replaces the earlier reason', () => {
  const earlier = { ...problem, message: 'Too much.' }
  expect(stillRefused([earlier], refused)).toEqual([problem])
})
