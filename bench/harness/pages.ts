import type { JsonObject } from '../../src/contracts/json-value.ts'

function element(id: string, role: string, name: string): JsonObject {
  return { id, role, name }
}

/** UI schemas that goals about pages are asked of. */
export const PAGES: Readonly<Record<string, readonly JsonObject[]>> = {
  checkout: [
    element('h1', 'heading', 'Checkout'),
    element('f1', 'textbox', 'Full name'),
    element('f2', 'textbox', 'Email'),
    element('f3', 'textbox', 'Street'),
    element('f4', 'combobox', 'Country'),
    element('f5', 'combobox', 'Shipping'),
    element('f6', 'textbox', 'Coupon code'),
    element('b1', 'button', 'Apply coupon'),
    element('c1', 'checkbox', 'Subscribe to the newsletter'),
    element('t1', 'text', 'Order total'),
    element('b2', 'button', 'Place order'),
    element('b3', 'button', 'Cancel'),
    element('l1', 'link', 'Privacy policy'),
  ],
  settings: [
    element('h1', 'heading', 'Settings'),
    element('f1', 'textbox', 'Display name'),
    element('s1', 'switch', 'Email notifications'),
    element('s2', 'switch', 'Two-factor sign-in'),
    element('f2', 'combobox', 'Time zone'),
    element('b1', 'button', 'Save changes'),
    element('l1', 'link', 'Change password'),
  ],
}
