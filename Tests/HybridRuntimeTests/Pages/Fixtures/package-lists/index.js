const shop = token.registComponent('shop', {
  data() {
    return {
      total: 3, open: false, icon: 'https://example.com/i.png', hint: 'Type', matrix: [1, 2],
      groups: [
        { name: 'Tea', items: [{ label: 'Green' }, { label: 'Black' }] },
        { name: 'Bread', items: [{ label: 'Rye' }] },
      ],
    }
  },
  methods: {
    pick(word, n, data) { console.log('pick', word, n, JSON.stringify(data)) },
    toggle() { this.data.open = !this.data.open; console.log('open', this.data.open) },
    change() {
      const { groups } = this.data
      groups[0].items.splice(0, 1)
      groups.unshift({ name: 'Milk', items: [] })
      groups[2].items[0].label = 'Oat'
      this.data.total = groups.length
      delete this.data.hint
      Promise.resolve().then(() => { this.data.matrix[1] = 'later' })
    },
  },
})
