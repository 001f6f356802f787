console.log('index');
const todo = token.registComponent('todo', {
  data() {
    return {
      title: 'To do', count: 0, clearTitle: 'Clear', empty: false, style: { color: '#ff0000' },
      words: ['x', 'y'], items: [{ name: 'Tea', tags: ['hot', 'green'] }, { name: 'Bread', tags: [] }],
    };
  },
  methods: {
    add(name, amount, data) {
      console.log('add', name, amount, typeof amount, data && data.title);
      this.data.items.push({ name, tags: [`${amount}`] });
      this.data.count += amount;
    },
    finish(data) {
      console.log('finish', data.item ? data.item.name : data.name);
    },
    clear() {
      this.data.items = [];
      this.data.empty = true;
      this.data.clearTitle = 'Cleared';
      this.data.style.color = '#00ff00';
    },
  },
  listeners: { pageShow() { console.log('listener pageShow'); } },
});
console.log(todo === token.getComponent('todo'), todo.data.items.length);
