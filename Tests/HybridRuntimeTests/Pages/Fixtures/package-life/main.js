token.registComponent('other', { data() { return { name: 'second' } } })
const news = token.registComponent('news', {
  data() { return { state: 'idle', rows: [{ title: 'old' }] } },
  methods: {
    async load() {
      this.data.state = 'loading';
      try {
        const answer = await $http.getJSON('https://api.example.com/news');
        this.data.rows = answer.data.rows;
        this.data.state = `${this.data.rows.length} rows ${answer.response.status}`;
        await $http.request({ url: 'https://api.example.com/gone' });
      } catch (error) { console.log('rejected', typeof error.reason, error.code); }
    },
    go(name, n) { token.navigateTo({ url: name, n }); },
    open(word, data) { console.log('open', word, typeof data); },
  },
})
App({ onLaunch() { console.log('never called here') }, pageShow() { news.load() } })
